#!/usr/bin/env bash
# node:sqlite of Node 24.21.0 (SQLite 3.53.4): a whole number that is bound to a parameter is a REAL, and a Date alone is NULL.
#
# Expected: in the table of types of Node's page "SQLite" a number is an INTEGER or a REAL, so 5 is the first and 5.5 the second, and
# "attempting to write an unsupported data type to SQLite will result in an exception"; a Date is not in the table.
# Seen: every number is bound as REAL. A column of type INTEGER makes a whole number of it again, so most uses look well; elsewhere
# it counts: `? / 2` of 5 is 2.5, `json_array(?)` gives [5.0], and in a column of type TEXT, or by `||`, 5 becomes "5.0", so
# a key that was written as a number is not found by "5". BigInts are bound as INTEGER. A Date, a Map or a Set that is the only
# parameter is taken for the object with the named ones: it has none, so the place stays NULL.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
system=$(node --print 'process.platform + "-" + process.arch')
npm install --silent --no-audit --no-fund --no-save --ignore-scripts "node-$system@24.21.0" >/dev/null
cat >seen.mjs <<'JS'
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(':memory:');
const answer = (sql, ...values) => {
  try {
    return JSON.stringify(Object.values(database.prepare(sql).get(...values))[0]);
  } catch ({ message }) {
    return message;
  }
};
for (const [name, value] of [['5', 5], ['5n', 5n]]) {
  const text = "select json_array(?) || ', ' || ?1";
  console.log(`${name}: ${answer('select typeof(?)', value)}, half ${answer('select ? / 2', value)}, as text ${answer(text, value)}`);
}
database.exec('create table scenes (name text primary key, position integer)');
database.prepare('insert into scenes values (?, ?)').run(5, 5);
console.log(`stored: ${answer('select name from scenes')}, ${answer('select position from scenes')}`);
console.log(`found by 5: ${answer('select count(*) from scenes where name = ?', 5)}`);
console.log(`found by "5": ${answer('select count(*) from scenes where name = ?', '5')}`);
for (const value of [new Date(0), new Map([[1, 2]]), new Set([1])]) {
  const alone = answer('select ?', value);
  console.log(`${value.constructor.name}: alone ${alone}, second ${answer('select ?, ?', 1, value)}`);
}
JS
"node_modules/node-$system/bin/node" --no-warnings seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Parameters are bound otherwise now.'; exit 1; }
5: "real", half 2.5, as text "[5.0], 5.0"
5n: "integer", half 2, as text "[5], 5"
stored: "5.0", 5
found by 5: 1
found by "5": 0
Date: alone null, second Provided value cannot be bound to SQLite parameter 2.
Map: alone null, second Provided value cannot be bound to SQLite parameter 2.
Set: alone null, second Provided value cannot be bound to SQLite parameter 2.
TXT
