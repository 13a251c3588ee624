#!/usr/bin/env bash
# pg-pool 3.14.0 (with pg 8.23.1): a statement that the database refuses costs the connection it ran on.
#
# Expected: after a unique violation, which PostgreSQL answers on a connection that stays whole, `pool.query` gives the
# connection back to the pool.
# Seen: `pool.query` gives it back with the error, and the pool closes a connection that is given back with one: five refused
# inserts open five further connections. The same inserts by `pool.connect`, `client.query` and `client.release()` open none.
# The database is PGlite 0.5.14 behind its own socket server 0.2.17, which speaks the protocol of PostgreSQL.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts pg@8.23.1 pg-pool@3.14.0 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17 >/dev/null
cat >seen.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';

const database = await PGlite.create();
const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0, maxConnections: 8 });
await server.start();
const port = Number(server.getServerConn().split(':').pop());
const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 1 });
let opened = 0;
pool.on('connect', () => (opened += 1));
await pool.query('CREATE TABLE entries (id int PRIMARY KEY)');
await pool.query('INSERT INTO entries VALUES (1)');

const codes = [];
const insert = (target) => target.query('INSERT INTO entries VALUES (1)').catch(({ code }) => codes.push(code));
opened = 0;
for (let i = 0; i < 5; i += 1) await insert(pool);
await pool.query('SELECT 1');
console.log(`pool.query: ${codes.splice(0).join(' ')}, ${opened} connections opened`);

opened = 0;
for (let i = 0; i < 5; i += 1) {
  const client = await pool.connect();
  await insert(client);
  client.release();
}
await pool.query('SELECT 1');
console.log(`client.query: ${codes.splice(0).join(' ')}, ${opened} connections opened`);
await pool.end();
await server.stop();
await database.close();
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'pg-pool treats refused statements otherwise now.'; exit 1; }
pool.query: 23505 23505 23505 23505 23505, 5 connections opened
client.query: 23505 23505 23505 23505 23505, 0 connections opened
TXT
