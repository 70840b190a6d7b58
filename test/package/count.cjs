// SPDX-License-Identifier: Apache-2.0
// Given to node by --require: counts what a run opens, loads and connects to, and writes it to $START_UP_COUNTS at its end.
const fs = require('node:fs')
const Module = require('node:module')
const net = require('node:net')

const counts = { files: 0, chunks: 0, bytes: 0, builtins: 0, connections: 0 }
const seen = new Set()

/** One of these functions may call another: a file counts once. */
function opened(file, size) {
  if (seen.has(file)) return
  seen.add(file)
  counts.files++
  if (!/(\.c?js|\/kubectl-c5c3)$/.test(file)) return
  counts.chunks++
  counts.bytes += size ?? fs.statSync(file).size
}

for (const [owner, names] of [
  [fs, ['openSync', 'readFileSync']],
  [fs.promises, ['open', 'readFile']],
]) {
  for (const name of names) {
    const original = owner[name]
    owner[name] = function (file, ...rest) {
      if (typeof file === 'string') opened(file)
      return original.call(this, file, ...rest)
    }
  }
}

// Node's own loader does not use the functions above
const compile = Module.prototype._compile
Module.prototype._compile = function (code, file, ...rest) {
  opened(file, Buffer.byteLength(code))
  return compile.call(this, code, file, ...rest)
}

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...args) {
  counts.connections++
  return connect.apply(this, args)
}

const write = fs.writeFileSync
process.on('exit', () => {
  counts.builtins = process.moduleLoadList.length
  write(process.env.START_UP_COUNTS, JSON.stringify(counts))
})
