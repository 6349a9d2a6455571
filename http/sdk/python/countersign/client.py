"""A backend's client: all calls, and the bundle with its manifest checked."""

from __future__ import annotations

from .bundle import Bundle, read_bundle
from .generated.calls import Calls


class Countersign(Calls):
    """The client of a backend. Threads may share it."""

    def bundle(self, session_id: str) -> Bundle:
        """Downloads the files of a session that is over.

        Raises BadBundle unless they are those of the manifest and of the session's list, all of
        them and no others. The log records the download.
        """
        download = self.download_bundle(session_id)
        listed = self.list_documents(session_id)
        return read_bundle(session_id, download.data, listed, download.receipt)
