// Unpacks what was packed with LZMA (https://www.7-zip.org/sdk.html; lc 3, lp 0, pb 0), which browsers cannot: a film in
// six views repeats itself far apart, and takes half the room that gzip would.
"use strict";
window.mjlogUnpacked = (input, size) => {
  const out = new Uint8Array(size);
  const chances = (count) => new Uint16Array(count).fill(1024);
  const lengths = () => [chances(2), chances(8), chances(8), chances(256)];
  const [literals, slots, near, aligned] = [chances(0x300 << 3), chances(4 * 64), chances(115), chances(16)];
  const [isMatch, isRepeat, isOther, isLong, isOlder, isOldest] = Array.from({ length: 6 }, () => chances(12));
  const [ofMatch, ofRepeat] = [lengths(), lengths()];
  let [at, range, code] = [5, 0xffffffff, new DataView(input.buffer).getUint32(1)];

  const go = () => {
    if (range >= 0x1000000) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | input[at++]) >>> 0;
  };
  const bit = (of, place) => {
    const bound = (range >>> 11) * of[place];
    const is = code >= bound;
    if (is) { range -= bound; code -= bound; of[place] -= of[place] >>> 5; }
    else { range = bound; of[place] += (2048 - of[place]) >>> 5; }
    go();
    return is ? 1 : 0;
  };
  const tree = (of, base, bits) => {
    let node = 1;
    for (let left = bits; left; left -= 1) node = (node << 1) | bit(of, base + node);
    return node - (1 << bits);
  };
  const reversed = (of, base, bits) => {
    let [node, value] = [1, 0];
    for (let place = 0; place < bits; place += 1) {
      const one = bit(of, base + node);
      node = (node << 1) | one;
      value |= one << place;
    }
    return value;
  };
  const direct = (bits) => {
    let value = 0;
    for (let left = bits; left; left -= 1) {
      range >>>= 1;
      const is = code >= range;
      if (is) code -= range;
      value = (value << 1) | (is ? 1 : 0);
      go();
    }
    return value;
  };
  const length = ([choice, low, middle, high]) => {
    if (!bit(choice, 0)) return 2 + tree(low, 0, 3);
    return bit(choice, 1) ? 18 + tree(high, 0, 8) : 10 + tree(middle, 0, 3);
  };
  const distance = (long) => {
    const slot = tree(slots, 64 * Math.min(long - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + reversed(near, base - slot, bits);
    return base + direct(bits - 4) * 16 + reversed(aligned, 0, 4);
  };

  let [state, place, last] = [0, 0, [0, 0, 0, 0]];
  while (place < size) {
    if (!bit(isMatch, state)) {
      const base = 0x300 * ((out[place - 1] ?? 0) >> 5);
      let [node, other] = [1, state > 6 ? out[place - last[0] - 1] | 0x100 : 0];
      while (node < 0x100) {
        other <<= 1;
        const hint = other >> 8 ? 1 + ((other >> 8) & 1) : 0;
        const one = bit(literals, base + (hint << 8) + node);
        node = (node << 1) | one;
        if (hint && one !== hint - 1) other = 0;
      }
      out[place++] = node;
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    let long;
    if (!bit(isRepeat, state)) {
      long = length(ofMatch);
      last = [distance(long), ...last.slice(0, 3)];
      state = state < 7 ? 7 : 10;
    } else {
      const which = bit(isOther, state) ? 1 + (bit(isOlder, state) && 1 + bit(isOldest, state)) : 0;
      if (!which && !bit(isLong, state)) long = 1;
      else if (which) last = [last[which], ...last.filter((_, number) => number !== which)];
      const isShort = long === 1;
      long ??= length(ofRepeat);
      state = state < 7 ? (isShort ? 9 : 8) : 11;
    }
    for (const end = Math.min(place + long, size); place < end; place += 1) out[place] = out[place - last[0] - 1];
  }
  return out;
};
