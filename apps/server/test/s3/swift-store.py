"""OpenStack Swift with its S3 interface on a loopback port: a real store that checks signatures, in one process.

Usage: python3 swift-store.py FOLDER PORT ACCOUNT:USER SECRET
Keeps everything in FOLDER, whose file system must know extended attributes. Prints "ready" once it answers.
"""
import os
import pwd
import sys

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

folder, port = sys.argv[1], int(sys.argv[2])
account, user = sys.argv[3].split(':')
secret = sys.argv[4]
me = pwd.getpwuid(os.getuid()).pw_name


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_prefix = test\nswift_hash_path_suffix = test\n')
utils.set_swift_dir(folder)
utils.validate_hash_conf()

from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

devices = os.path.join(folder, 'devices')
os.makedirs(os.path.join(devices, 'd'), exist_ok=True)

backends = {}
for kind in ('account', 'container', 'object'):
    listener = eventlet.listen(('127.0.0.1', 0))
    backends[kind] = listener
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({
        'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'd', 'meta': '',
        'ip': '127.0.0.1', 'port': listener.getsockname()[1],
        'replication_ip': '127.0.0.1', 'replication_port': listener.getsockname()[1],
    })
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, kind + '.ring.gz'))

common = f'[DEFAULT]\nswift_dir = {folder}\ndevices = {devices}\nmount_check = false\nuser = {me}\nlog_level = WARNING\n'


class Log:
    """Swift's own log goes to syslog, which may be missing; the server's lines are not wanted at all."""

    def write(self, text):
        pass

    def flush(self):
        pass


def serve(listener, conf):
    app = loadapp(conf, global_conf={'log_name': 'swift'})
    eventlet.spawn(wsgi.server, listener, app, log=Log(), debug=False, max_size=1024)


for kind, listener in backends.items():
    conf = write(f'{kind}-server.conf', common + f'''
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
allow_versions = false
''')
    serve(listener, conf)

conf = write('proxy-server.conf', common + f'''
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
check_bucket_owner = false
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
''')
serve(eventlet.listen(('127.0.0.1', port)), conf)
eventlet.sleep(0)
print('ready', flush=True)
while True:
    eventlet.sleep(3600)
