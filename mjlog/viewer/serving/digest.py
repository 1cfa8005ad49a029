"""How a Content-Security-Policy names the style or the script that a page or a picture carries inside."""

from __future__ import annotations

import base64
import hashlib


def policy_hash(text: str) -> str:
    """The source expression by which this text is allowed.

    >>> policy_hash("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"
