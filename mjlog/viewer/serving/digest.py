"""How a Content-Security-Policy names the style or the script that a page or a picture carries inside."""

from __future__ import annotations

import base64
import hashlib
import re


def policy_hash(text: str) -> str:
    """The source expression by which this text is allowed.

    >>> policy_hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


_BESIDE = re.compile(r"^[ \t]*//[^\n]*\n|^[ \t]+|/\*.*?\*/", re.M | re.S)


def bare(source: str) -> str:
    """A script or a style sheet of ours without its comments and indents, which nobody reads on the way."""
    return _BESIDE.sub("", source)
