"""python -m enpitsu"""

from enpitsu.cli import main

main(prog_name="enpitsu")
