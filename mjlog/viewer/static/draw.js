// The picture of the table, drawn from what is on it (drawing/numbers.py): the same things in the same places as the server
// draws them for pages without a script, for pictures and for paper (drawing/layouts.py; a test compares all).
"use strict";
(() => {
  const SHAPE = 40 / 30;
  const SEATS = ["E", "S", "W", "N"];
  const TURNS = [0, -90, 180, 90];
  const PIPS = {
    1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
    5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
  };

  // What is drawn now; how wide letters are, where tiles and events are (`pen`); and the things that were put down.
  let board, pen, sprites;

  // -- numbers and words ------------------------------------------------------------------------------------------

  // To so many places, halves to the even neighbour, as the server rounds.
  const round = (value, places = 0) => {
    const [times, size] = [10 ** places, Math.abs(value)];
    const low = Math.floor(size * times);
    // No other halves can be told in binary.
    const isHalf = size * times === low + 0.5 && Number.isInteger(size * 2 ** (places + 1));
    const found = isHalf ? (low + (low % 2)) / times : Number(size.toFixed(places));
    return value < 0 ? -found : found;
  };
  const plain = (value) => String(Number(value.toPrecision(6)));
  const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt()};`);
  const sum = (all) => all.reduce((found, one) => found + one, 0);
  const split = (words) => (words ? words.split(" ") : []);

  const widthOf = (words, size = 1) => sum([...words].map((one) => pen.widths[one] ?? 0.7)) * size;
  const fitted = (words, room, size) => {
    if (widthOf(words, size) <= room) return words;
    const letters = [...words];
    const upTo = (end) => `${letters.slice(0, end).join("").trimEnd()}…`;
    let end = letters.length;
    while (end && widthOf(upTo(end), size) > room) end -= 1;
    while (end > 0 && end < letters.length && /[\p{Mn}\p{Me}\p{Cf}]/u.test(letters[end])) end -= 1;
    return upTo(end);
  };
  const smaller = (words, room, size, least) => {
    const width = sum(words.map((one) => widthOf(one))) + 0.5 * (words.length - 1);
    return width ? Math.max(least, Math.min(size, round(room / width, 1))) : size;
  };

  // -- what a picture is drawn with (pen.py) ------------------------------------------------------------------------

  const put = (name, [x, y], markup, turn = 0) => sprites.set(name, [round(x, 1), round(y, 1), turn, markup]);
  const text = (words, x, y, size, look, anchor = "middle") => {
    const [at, where] = [x ? ` x="${plain(x)}"` : "", anchor === "start" ? "" : ` text-anchor="${anchor}"`];
    return `<text class="${look}"${at} y="${plain(y)}" font-size="${plain(size)}"${where}>${escaped(words)}</text>`;
  };
  const box = (look, ...size) => {
    const [wide, high, corner, x = 0, y = 0] = size;
    const [left, top, w, h, r] = [x - wide / 2, y - high / 2, wide, high, corner].map((one) => plain(round(one, 2)));
    return `<rect class="${look}" x="${left}" y="${top}" width="${w}" height="${h}" rx="${r}"/>`;
  };
  const ACROSS = ' transform="rotate(-90)"';
  const tile = (symbol, width, look = "", across = false) => {
    const high = width * 40 / 30;
    const shape = `x="${plain(-width / 2)}" y="${plain(-high / 2)}" width="${plain(width)}" height="${plain(high)}"`;
    return `<use class="tile${look}" href="${pen.tiles}#${symbol}" ${shape}${across ? ACROSS : ""}/>`;
  };
  const meant = (symbol, width, across) => {
    const small = width * 0.62;
    const [x, y, high] = [width / 2 - small - 0.5, width * 40 / 30 / 2 - small * 40 / 30 - 0.5, small * 40 / 30];
    const shape = `x="${plain(x)}" y="${plain(y)}" width="${plain(small)}" height="${plain(high)}"`;
    return `<use class="tile meant" href="${pen.tiles}#${symbol}" ${shape}${across ? ACROSS : ""}/>`;
  };
  const wildMark = (symbol, width, across) => {
    if (symbol !== board.wild) return "";
    const radius = width * 0.11;
    const [x, y] = [width / 2 - radius - 2, radius + 2 - width * SHAPE / 2];
    const at = `cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${radius.toFixed(2)}"`;
    return `<circle class="wild" ${at}${across ? ACROSS : ""}><title>wild</title></circle>`;
  };
  const linked = (markup, seq) => `<a href="${escaped(pen.address(seq))}" tabindex="-1">${markup}</a>`;

  // A side of the table: 0 at the bottom, then 1 right, 2 top, 3 left (sides.py).
  const wallSide = (seat) => (board.sides.indexOf("E") + SEATS.indexOf(seat)) % 4;
  const sideOf = (number, middle, wider) => {
    const at = (along, out) => {
      const far = out + (number % 2 ? wider : 0);
      const [x, y] = [[along, far], [far, -along], [-along, -far], [-far, along]][number];
      return [middle[0] + x, middle[1] + y];
    };
    return { number, at, is: number % 2, turn: TURNS[number], breadth: (out) => out + (number % 2 ? 0 : wider) };
  };

  // -- what lies before a player (pieces.py) ----------------------------------------------------------------------

  const piecesOf = (seat, width) => {
    const of = (name) => board[`${seat}.${name}`];
    const look = of("off") ? " off" : "";
    const piece = (name, markup) => ({ name, markup, room: width, lower: 0 });
    const ofSet = (seq, number) => ([symbol, turned, joker], at) => {
      const markup = tile(symbol, width, look, turned) + wildMark(symbol, width, turned) + (joker ? meant(joker, width, turned) : "");
      const lies = turned ? { room: width * SHAPE, lower: width * (SHAPE - 1) / 2 } : {};
      return { ...piece(`s.${seat}.${number}.${at}`, linked(markup, seq)), ...lies };
    };
    return {
      hand: split(of("hand")).map((symbol, at) => piece(`h.${seat}.${at}`, tile(symbol, width, look) + wildMark(symbol, width))),
      gapAt: of("drawn") ? split(of("hand")).length - 1 : -1,
      sets: of("sets").map(([seq, ...tiles], number) => tiles.map(ofSet(seq, number))),
      bonus: split(of("bonus")).map((symbol, at) => piece(`b.${seat}.${at}`, tile(symbol, width))),
    };
  };
  const roomOf = (pieces) => sum(pieces.map((one) => one.room));
  const scaled = (one, scale) => (scale === 1 ? one.markup : `<g transform="scale(${scale.toFixed(3)})">${one.markup}</g>`);

  const LATEST = 1, OPEN = 2, RIICHI = 4;
  const rowsOf = (discards, inRow, width) => {
    let along = 0;
    return discards.map(([, , , how], at) => {
      if (at % inRow === 0) along = 0;
      const room = width * (how & RIICHI ? SHAPE : 1);
      along += room;
      return [Math.floor(at / inRow), along - room + room / 2];
    });
  };
  const discard = ([symbol, seq, taker, how], width, turn) => {
    const across = Boolean(how & RIICHI);
    let markup = tile(symbol, width, taker ? " gone" : "", across);
    if (how & LATEST) {
      const [wide, high] = [width + 3, width * SHAPE + 3];
      const size = across ? [high, wide] : [wide, high];
      markup = box(how & OPEN ? "latest open" : "latest", ...size, width * 0.15) + markup;
    }
    if (taker && board.sides.includes(taker)) {
      const wide = width * 0.22;
      const [x, y] = [width / 2 - wide - 1, width * SHAPE / 2 - wide - 1];
      const shape = `M${(-wide).toFixed(2)} ${(-wide * 0.7).toFixed(2)}H${wide.toFixed(2)}L0 ${wide.toFixed(2)}Z`;
      const way = TURNS[board.sides.indexOf(taker)] - turn;
      markup += `<path class="taker" d="${shape}" transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${way})"/>`;
    }
    return linked(markup, seq);
  };

  // -- name plates (plates.py) --------------------------------------------------------------------------------------

  const badgesMarkup = (said, start, end, size) => {
    let markup = "";
    for (const [all, look] of said) {
      const words = fitted(all, end - start - size * 0.8, size);
      const width = round(widthOf(words, size) + size * 0.8, 1);
      if ([...words].length < 4 || width > end - start + 0.1) break;
      const x = round(end - width, 1);
      const middle = round(x + width / 2, 1);
      markup += box(`badge ${look}`, width, size * 1.12, size * 0.4, middle) + text(words, middle, size * 0.35, size, `said ${look}`);
      end = x - size * 0.35;
    }
    return markup;
  };

  const windDisc = (seat, x, high, size) => {
    const east = seat === "E" ? " east" : "";
    const letter = text(seat, x + high / 2, round(size * 0.36, 1), size, `wind-letter${east}`);
    return box(`wind${east}`, high, high, high / 2, x + high / 2) + letter;
  };
  const putPlate = (seat, at, turn, { length, high, name: largest, least, first = 0 }) => {
    const of = (name) => board[`${seat}.${name}`];
    const [[total, change, look], said] = [of("money"), of("badges")];
    const numbers = [total, change].filter(Boolean);
    const asked = Math.min(sum(said.map(([words]) => widthOf(words, least) + least * (0.8 + 0.35))), (length - first) / 2);
    const money = sum(numbers.map((words) => widthOf(words, least) + least * 1.3));
    const room = Math.max(length - first - 2 * high - money - asked, (length - first) / 6);
    const large = smaller([of("name")], room, largest, least);
    const name = fitted(of("name"), room, large);
    const start = round(first + high * 1.6 + widthOf(name, large), 1);
    const end = round(Math.min(start + money - least * 1.3, length - high / 4 - asked), 1);
    const size = smaller(numbers, end - start, least, least * 0.6);
    const down = round(least * 0.36, 1);
    const wind = windDisc(seat, first, high, least);
    put(`plate.${seat}`, at, box(of("look"), length, high, high * 0.2, length / 2), turn);
    put(`name.${seat}`, at, wind + text(name, first + high * 1.25, down, large, "name", "start"), turn);
    const paid = change ? text(change, end, down, size, look, "end") : "";
    put(`total.${seat}`, at, text(total, start, down, size, "total", "start") + paid, turn);
    put(`badges.${seat}`, at, badgesMarkup(said, end + high / 4, length - 1, least), turn);
  };

  // -- walls (walls_drawn.py) ---------------------------------------------------------------------------------------

  const stackMarkup = (letter, width, depth) => {
    const code = letter.charCodeAt() - 65;
    const [tiles, isDead, isUp, loose] = [code % 3, Math.floor(code / 3) % 2, Math.floor(code / 6) % 2, Math.floor(code / 12)];
    if (!tiles && !loose) return box("place", width, depth, 2);
    const block = (wide, deep, middle, look) => box(`stack ${look}`, wide, deep, Math.min(3, wide / 6), 0, middle);
    const [dead, rise] = [isDead ? " dead" : "", depth * 0.13 * tiles];
    let markup = "";
    if (tiles) {
      markup += block(width, depth, 0, `side${dead}`);
      markup += block(width, depth - rise, -rise / 2, (isUp ? "up" : tiles > 1 ? "two" : "one") + dead);
    }
    if (loose) markup += block(width, depth * 0.58, -rise / 2, "loose");
    if (loose > 1) markup += block(width * 0.6, depth * 0.34, -rise / 2, "loose");
    return markup;
  };

  const putWalls = ({ middle, out, length, depth, widest, wider = 0 }) => {
    const stepOf = (stacks) => Math.min(widest, length / Math.max(stacks, 1));
    for (const seat of SEATS) {
      const [side, stacks] = [sideOf(wallSide(seat), middle, wider), [...board[`wall.${seat}`]]];
      const step = stepOf(stacks.length);
      stacks.forEach((letter, number) => {
        const along = (stacks.length / 2 - number - 0.5) * step;
        put(`w.${seat}.${number + 1}`, side.at(along, out), stackMarkup(letter, round(step - 1.4, 2), depth), side.turn);
      });
    }
    if (!board.break) return;
    const [[wall, mark], stacks, size] = [board.break, board["wall.E"].length, depth * 0.28];
    const side = sideOf(wallSide(wall), middle, wider);
    const at = side.at((stacks / 2 - mark + 0.5) * stepOf(stacks), out + depth / 2 + size * 0.9);
    const [base, tip] = [(size * 0.8).toFixed(2), (-size * 0.7).toFixed(2)];
    put("break", at, `<path class="break" d="M-${base} ${base}H${base}L0 ${tip}Z"/>`, side.turn);
  };

  // -- the middle (middle.py) ---------------------------------------------------------------------------------------

  const die = (number, x, size) => {
    const [look, radius, step] = [[1, 4].includes(number) ? "pip red" : "pip", size * (number === 1 ? 0.15 : 0.095), size * 0.26];
    const pip = ([across, down]) => {
      const at = `cx="${(x + across * step).toFixed(2)}" cy="${(down * step).toFixed(2)}"`;
      return `<circle class="${look}" ${at} r="${radius.toFixed(2)}"/>`;
    };
    return box("die", size, size, size * 0.2, x) + (PIPS[number] ?? []).map(pip).join("");
  };
  const diceMarkup = (size, letters) => {
    const widths = board.dice.map(([, , dice]) => (dice.length || 1) * size * 1.12);
    const between = Math.max(size * 0.55, letters);
    let along = -(sum(widths) + between * (widths.length - 1)) / 2;
    return board.dice.map(([words, total, dice], at) => {
      const label = text(words, 0, size / 2 + letters * 0.95, letters, "soft");
      const faces = dice.map((number, place) => die(number, (place - (dice.length - 1) / 2) * size * 1.12, size)).join("");
      const middle = (along + widths[at] / 2).toFixed(1);
      along += widths[at] + between;
      return `<g transform="translate(${middle} 0)">${faces || text(String(total), 0, round(size * 0.36, 1), size, "strong")}${label}</g>`;
    }).join("");
  };
  const linesMarkup = (lines, room, gap = 1.25) => {
    const sized = lines.map(([words, size, look]) => [words, smaller([words], room, size, Math.min(size, 22)), look]);
    let y = -sum(sized.map(([, size]) => size * gap)) / 2;
    return sized.map(([words, size, look]) => {
      y += size * gap;
      return text(fitted(words, room, size), 0, round(y - size * (gap - 0.85), 1), size, look);
    }).join("");
  };
  const putIndicators = ([x, y], width) => {
    const [turned, under, places] = board.turned;
    [split(turned), split(under)].forEach((faces, row) => {
      for (let at = 0; at < (row ? faces.length : places); at += 1) {
        const place = [x + (at - (places - 1) / 2) * (width + 1), y + row * (width * SHAPE + 1)];
        put(`i.${row}.${at}`, place, tile(faces[at] ?? "back", width));
      }
    });
  };

  // -- the table from above (layouts.py) ----------------------------------------------------------------------------

  const [WIDTH, HEIGHT, TILE, LEAST, WOOD] = [864, 684, 40, 23.5, 28];
  const [MIDDLE, WIDER] = [[WIDTH / 2, HEIGHT / 2], (WIDTH - HEIGHT) / 2];
  const HANDS = [[-346, 402, -280], [-258, 312, -258]];
  const PLATE_OUT = HEIGHT / 2 - WOOD / 2;
  const PLATES = [{ length: 670, high: 27, name: LEAST, least: LEAST }, { length: 525, high: 27, name: LEAST, least: LEAST }];
  const WALLS = { middle: MIDDLE, out: 246.8, length: 508, depth: 13, widest: 28.2, wider: WIDER };
  const CORNER = [168, 145];
  const [FIRST_OUT, ROW_STEP, PANEL_OUT, CORNER_END, OWNER] = [101.5, 54.3, 72, 239, 26];
  const [SAID, BESIDE, ASIDE, SAID_ASIDE, TURNED] = [304, 82, 90, 130, 32];
  const STICK = `${box("die", 120, 7, 2.5)}<circle class="pip red" r="2.4"/>`;
  const onPlate = (side, along) => {
    const end = side.breadth(310);
    return side.turn === 180 ? [side.at(end - along, PLATE_OUT), 0] : [side.at(end - PLATES[side.is].length + along, PLATE_OUT), side.turn];
  };
  const middle = (down, across = 0) => [MIDDLE[0] + across, MIDDLE[1] + down];

  const wide = (seats) => {
    const sides = new Map(seats.map((seat) => [seat, sideOf(board.sides.indexOf(seat), MIDDLE, WIDER)]));
    put("felt", MIDDLE, box("rim", WIDTH - 2, HEIGHT - 2, 14) + box("felt", WIDTH - 2 * WOOD, HEIGHT - 2 * WOOD, 8));
    put("panel", MIDDLE, box("panel", 2 * (PANEL_OUT + WIDER), 2 * PANEL_OUT, 12));
    for (const [seat, side] of sides) {
      const lamp = box(board[`${seat}.lit`] ? "lamp lit" : "lamp", 2 * side.breadth(PANEL_OUT) - 40, 5, 2.5);
      put(`lamp.${seat}`, side.at(0, PANEL_OUT - 4), lamp, side.turn);
    }
    putWalls(WALLS);
    for (const [seat, side] of sides) {
      putPlate(seat, ...onPlate(side, 0), PLATES[side.is]);
      putPieces(piecesOf(seat, TILE), seat, side);
      putDiscards(seat, side);
      if (board[`${seat}.riichi`] === 2) put(`stick.${seat}`, side.at(0, 70), STICK, side.turn);
    }
    putMiddle();
    for (const parcel of board.parcels) putParcel(parcel, sides.get(parcel[0]));
    for (const [seat, side] of sides) {
      const words = board[`${seat}.says`];
      if (!words) continue;
      const [across, high] = [round(widthOf(words, LEAST) + LEAST * 1.2, 1), round(LEAST * 1.4, 1)];
      const said = box("call", across, high, high / 2) + text(words, 0, round(LEAST * 0.35, 1), LEAST, "said act");
      const [place, turn] = onPlate(side, PLATES[side.is].length - across / 2);
      put(`call.${seat}`, place, said, turn);
    }
    return [WIDTH, HEIGHT];
  };

  const putPieces = ({ hand, gapAt, sets, bonus }, seat, side) => {
    const putOne = (one, along, out, scale) => {
      put(one.name, side.at(along + one.room * scale / 2, out + one.lower * scale), scaled(one, scale), side.turn);
    };
    const gap = gapAt < 0 ? 0 : 9;
    const ofHand = roomOf(hand) + gap;
    const all = ofHand + (roomOf(sets.flat()) + 7 * sets.length);
    const [first, last, start] = HANDS[side.is];
    const scale = Math.min(1, (last - first) / Math.max(all, 1));
    const out = 286.5 - (1 - scale) * TILE * SHAPE / 2;
    let along = Math.max(Math.min(start, last - all * scale), first);
    hand.forEach((one, at) => {
      if (at === gapAt) along += gap * scale;
      putOne(one, along, out, scale);
      along += one.room * scale;
    });
    let end = last;
    for (const laid of sets) {
      end -= roomOf(laid) * scale;
      along = end;
      for (const one of laid) {
        putOne(one, along, out, scale);
        along += one.room * scale;
      }
      end -= 7 * scale;
    }
    const [left, right] = [CORNER[side.is], side.breadth(CORNER_END)];
    const [room, deep] = [right - left, CORNER_END - CORNER[1 - side.is] + (side.is ? WIDER : 0) - OWNER];
    let [size, inRow] = [0, 1];
    for (let width = 1; width <= Math.max(bonus.length, 1); width += 1) {
      const rows = Math.ceil(Math.max(bonus.length, 1) / width);
      const fits = Math.min(1, room / (width * TILE), deep / (rows * TILE * SHAPE));
      if (fits >= size) [size, inRow] = [fits, width];
    }
    bonus.forEach((one, at) => {
      const outwards = CORNER_END - (Math.floor(at / inRow) + 0.5) * TILE * SHAPE * size;
      putOne(one, right - (inRow - at % inRow) * TILE * size, outwards, size);
    });
    if (bonus.length) {
      const lies = CORNER_END - Math.ceil(bonus.length / inRow) * TILE * SHAPE * size - OWNER / 2;
      put(`owner.${seat}`, side.at(right - OWNER / 2, lies), windDisc(seat, -OWNER / 2 + 1, OWNER - 2, LEAST));
    }
  };

  const putDiscards = (seat, side) => {
    const discards = board[`${seat}.out`];
    const [usual, rows] = pen.upright && side.is ? [4, 5] : [[8, 7][side.is], 3];
    const across = board[`${seat}.riichi`] ? (SHAPE - 1) * TILE : 0;
    const inRow = Math.max(across && rows === 3 ? 6 : usual, Math.ceil(discards.length / rows));
    const scale = Math.min(1, usual * TILE / (inRow * TILE + across));
    const start = -(inRow * TILE + across) * scale / 2;
    const upright = (along, row) => {
      const [x, y] = side.is ? side.at(0, FIRST_OUT + ROW_STEP) : side.at(0, FIRST_OUT + row * ROW_STEP);
      return [x + along, side.is ? y + (row - 2) * ROW_STEP : y];
    };
    const turn = pen.upright ? 0 : side.turn;
    rowsOf(discards, inRow, TILE * scale).forEach(([row, along], at) => {
      const place = pen.upright ? upright(start + along, row) : side.at(start + along, FIRST_OUT + row * ROW_STEP);
      put(`d.${seat}.${at}`, place, discard(discards[at], round(TILE * scale, 2), turn), turn);
    });
  };

  const putParcel = ([giver, taker, , symbols, blind], side) => {
    const way = [0, 1, 0, -1][(SEATS.indexOf(taker) - SEATS.indexOf(giver) + 4) % 4];
    const tiles = split(symbols);
    const width = Math.min(TILE, 3 * TILE / Math.max(tiles.length, 1));
    const [along, first] = [way * 70, FIRST_OUT + ROW_STEP];
    const start = along - width * tiles.length / 2;
    tiles.forEach((symbol, at) => put(`p.${giver}.${at}`, side.at(start + (at + 0.5) * width, first), tile(symbol, width), side.turn));
    const arrow = '<path class="arrow" d="M0 -13L12 3H5V13H-5V3H-12Z"/>';
    put(`pass.${giver}`, side.at(along + way * 76, first - (way ? 0 : 44)), arrow, side.turn + 90 * way);
    if (blind) put(`blind.${giver}`, side.at(along, first + (side.is ? 70 : 44)), text(`${blind} blind`, 0, 8, LEAST, "on-felt"));
  };

  const tilesLeft = () => `tile${board.left === "1" ? "" : "s"} left`;

  const putMiddle = () => {
    if (board.turned && board.decided) return putRiichiOutcome();
    put("round", middle(-46), linesMarkup([[board.round, 24, "strong"]], SAID));
    if (board.decided) return putOutcome();
    if (board.turned && board.turned[0]) {
      putIndicators(middle(-4, 70), TURNED);
      const words = ["left", board.stakes].filter(Boolean).map((line) => [line, LEAST, "soft"]);
      return put("left", middle(16, -ASIDE), linesMarkup([[board.left, 44, "left"], ...words], SAID_ASIDE, 1.05));
    }
    const lines = board.passing.map((words, at) => [words, LEAST, at ? "soft" : "strong"]);
    const aside = board.dice.length && !lines.length ? BESIDE : 0;
    if (aside) put("dice", middle(-4, aside), diceMarkup(28, LEAST));
    if (lines.length) put("passing", middle(2), linesMarkup(lines, SAID, 1.1));
    if (!board.counts) return;
    if (lines.length) return put("left", middle(0), text(`${board.left} ${tilesLeft()}`, 0, 62, LEAST, "left"));
    const left = text(board.left, -aside, 10, 46, "left") + text(tilesLeft(), -aside, 34, LEAST, "soft");
    put("left", middle(0), left + (board.dead && text(board.dead, 0, 61, LEAST, "soft")));
  };

  const putOutcome = () => {
    const [first, ...rest] = board.outcome;
    const more = rest.length ? [[rest.join(", "), LEAST, "soft"]] : [];
    put("result", middle(-9), linesMarkup([[first, 26, "strong"], ...more], SAID, 1.1));
    if (board.won) put("won", middle(43, board.counts ? -BESIDE : 0), tile(board.won, TURNED));
    if (board.counts) put("left", middle(0, board.won ? BESIDE / 2 : 0), text(`${board.left} ${tilesLeft()}`, 0, 52, LEAST, "left"));
  };

  const putRiichiOutcome = () => {
    const [first, ...rest] = board.outcome;
    put("round", middle(-52), linesMarkup([[board.round, LEAST, "soft"]], SAID));
    const beside = rest.length ? text(fitted(rest.join(", "), SAID_ASIDE, LEAST), -ASIDE, 37, LEAST, "soft") : "";
    put("result", middle(-28), linesMarkup([[first, 24, "strong"]], SAID) + beside);
    putIndicators(middle(4, 70), TURNED);
    if (board.won) put("won", middle(43, -ASIDE), tile(board.won, TURNED));
  };

  // -- the table for narrow screens (layouts.py) ----------------------------------------------------------------------

  const [LOW, EDGE, ROOM, SMALL, TOP, HEAD, FINE] = [360, 4, 352, 22, 72, 20, 13.2];
  const ROW = SMALL * SHAPE + 1;
  const LOW_WALLS = { middle: [TOP / 2, TOP / 2], out: TOP / 2 - 7, length: 52, depth: 6, widest: 3 };

  const tall = (seats) => {
    const down = [...board.sides.slice(1), board.sides[0]];
    const most = seats.length < 4 ? 3 : 2;
    const rowsOfSeat = (seat) => {
      const [out, bonus] = [board[`${seat}.out`].length, split(board[`${seat}.bonus`]).length];
      return Math.min(most, Math.max(1, Math.ceil((out + (bonus && bonus + 1)) / (16 - Boolean(board[`${seat}.riichi`])))));
    };
    const deep = (seat) => HEAD + (1 + rowsOfSeat(seat)) * ROW + 1;
    const height = Math.ceil(TOP + sum(down.map(deep)) + 2);
    const topOf = (seat) => TOP + sum(down.slice(0, down.indexOf(seat)).map(deep));
    put("felt", [LOW / 2, height / 2], box("felt", LOW, height, 8));
    for (const seat of seats) {
      const tray = `<rect class="tray" width="${ROOM + 4}" height="${plain(rowsOfSeat(seat) * ROW)}" rx="4"/>`;
      put(`tray.${seat}`, [EDGE - 2, topOf(seat) + HEAD + ROW], tray);
      putPlate(seat, [EDGE, topOf(seat) + HEAD / 2 - 1], 0, { length: ROOM, high: HEAD - 2, name: 14, least: FINE });
    }
    putWalls(LOW_WALLS);
    putLowMiddle();
    for (const seat of seats) {
      const [top, pieces] = [topOf(seat) + HEAD, piecesOf(seat, SMALL)];
      putLowPieces(pieces, top + ROW / 2);
      putLowDiscards(seat, pieces.bonus, top + ROW, rowsOfSeat(seat));
      for (const parcel of board.parcels.filter(([giver]) => giver === seat)) putLowParcel(parcel, top + ROW);
    }
    return [LOW, height];
  };

  const putLow = (pieces, along, y, scale) => {
    for (const one of pieces) {
      put(one.name, [along + one.room * scale / 2, y + one.lower * scale], scaled(one, scale));
      along += one.room * scale;
    }
    return along;
  };

  const putLowPieces = ({ hand, gapAt, sets }, y) => {
    const gap = gapAt < 0 ? 0 : 5;
    const ofSets = roomOf(sets.flat()) + sets.length * 4;
    const scale = Math.min(1, ROOM / Math.max(roomOf(hand) + gap + ofSets, 1));
    let along = EDGE;
    hand.forEach((one, at) => { along = putLow([one], along + (at === gapAt ? gap * scale : 0), y, scale); });
    along = EDGE + ROOM - ofSets * scale;
    for (const laid of sets) along = putLow(laid, along + 4 * scale, y, scale);
  };

  const putLowDiscards = (seat, bonus, top, rows) => {
    const discards = board[`${seat}.out`];
    const widest = 16 - Boolean(board[`${seat}.riichi`]);
    const taken = discards.length + (bonus.length ? bonus.length + 1 : 0);
    const inRow = Math.max(widest, Math.ceil(taken / rows));
    const width = round(Math.min(SMALL, ROOM / (inRow + 16 - widest)), 2);
    rowsOf(discards, inRow, width).forEach(([row, along], at) => {
      put(`d.${seat}.${at}`, [EDGE + along, top + (row + 0.5) * ROW], discard(discards[at], width, 0));
    });
    putLow(bonus, EDGE + ROOM - bonus.length * width, top + (rows - 0.5) * ROW, width / SMALL);
  };

  const putLowParcel = ([giver, , taker, symbols, blind], top) => {
    const tiles = split(symbols);
    const [width, y] = [Math.min(SMALL, ROOM / 2 / Math.max(tiles.length, 1)), top + ROW / 2];
    put(`pass.${giver}`, [EDGE + 4, y], text(`passes to ${taker}${blind ? `, ${blind} blind` : ""}:`, 0, 4, FINE, "on-felt", "start"));
    tiles.forEach((symbol, at) => put(`p.${giver}.${at}`, [EDGE + 180 + (at + 0.5) * width, y], tile(symbol, width)));
  };

  const putLowMiddle = () => {
    put("panel", [0, 0], `<rect class="panel" x="82" y="4" width="274" height="${TOP - 8}" rx="6"/>`);
    const at = [TOP / 2, TOP / 2];
    if (board.counts) {
      put("left", at, text(board.left, 0, 4, 16, "left on-felt"));
      put("left-words", at, text("left", 0, 16, FINE, "on-felt"));
    }
    const said = board.decided ? board.outcome : board.passing;
    const isBelow = Boolean(said.length && board.turned);
    const beside = board.turned ? 156 : board.dice.length && !board.won ? 160 : 254;
    const size = isBelow ? FINE : smaller([board.round], beside, 15, FINE);
    put("round", [92, isBelow ? 44 : 24], text(fitted(board.round, beside, size), 0, 0, size, isBelow ? "soft" : "strong", "start"));
    const [down, room] = [isBelow ? 24 : 44, board.turned ? 156 : 170];
    if (board.turned) putIndicators([305, 23], 19);
    if (said.length) {
      const large = smaller([said[0]], room, 14, FINE);
      const rest = fitted(said.slice(1).join(", "), room, FINE);
      const words = text(fitted(said[0], room, large), 0, 0, large, "strong", "start");
      put("result", [92, down], words + text(rest, 0, 61 - down, FINE, "soft", "start"));
    } else if (board.counts) {
      put("dead", [92, 42], text(board.stakes || board.dead, 0, 0, FINE, "soft", "start"));
    }
    if (board.won) put("won", board.turned ? [245, 49] : [330, 39], tile(board.won, board.turned ? 19 : 30));
    else if (board.dice.length && !board.turned) put("dice", [310, 30], diceMarkup(16, FINE));
  };

  // The size of the picture, and its things from the lowest to the topmost: [x, y, turn, markup] by name.
  window.mjlogDrawn = (numbers, layout, how) => {
    [board, pen, sprites] = [numbers, how, new Map()];
    const seats = SEATS.filter((seat) => board.sides.includes(seat));
    return { size: layout === "tall" ? tall(seats) : wide(seats), sprites };
  };
})();
