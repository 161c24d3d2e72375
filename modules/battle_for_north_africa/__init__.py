"""The Battle for North Africa (draft: allocation and activation, not yet listed in the library)."""
