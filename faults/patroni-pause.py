# Patroni as packaged, with one addition: while the file named by PAUSE_FILE exists, the process stops itself (SIGSTOP)
# just before it renews the leader key. A pause at a random moment finds the worst one only sometimes.
import os
import signal
import sys

from patroni.dcs import AbstractDCS

renew = AbstractDCS.update_leader


def update_leader(self, *args, **kwargs):
    if os.path.exists(os.environ['PAUSE_FILE']):
        os.kill(os.getpid(), signal.SIGSTOP)
    return renew(self, *args, **kwargs)


AbstractDCS.update_leader = update_leader

# Patroni starts the postmaster through multiprocessing, which imports this file again.
if __name__ == '__main__':
    from patroni.__main__ import main

    sys.exit(main())
