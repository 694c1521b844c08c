"""python -m enpitsu"""

from enpitsu.cli import entry

entry()
