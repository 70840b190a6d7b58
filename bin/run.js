// SPDX-License-Identifier: Apache-2.0
// Plain ES5 on purpose: it must parse on any Node to say which one is needed.
var fs = require('fs')
var path = require('path')

var OLDEST = [22, 19]

function newEnough(version) {
  var parts = version.split('.')
  var major = Number(parts[0])
  return major > OLDEST[0] || (major === OLDEST[0] && Number(parts[1]) >= OLDEST[1])
}

// A checkout brings its own Node as a development dependency; the machine's may be too old.
function ownNode() {
  var file = path.join(
    __dirname,
    '..',
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node'
  )
  return fs.existsSync(path.join(__dirname, '..', 'src')) && fs.existsSync(file) ? file : undefined
}

function runWith(node) {
  var child = require('child_process').spawn(node, [__filename].concat(process.argv.slice(2)), { stdio: 'inherit' })
  // The terminal signals the whole group; a kill of this process alone must reach the child too.
  process.on('SIGINT', function () {})
  ;['SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal)
    })
  })
  child.on('error', function (error) {
    process.stderr.write('error: cannot start ' + node + ': ' + error.message + '\n')
    process.exit(70)
  })
  child.on('exit', function (code, signal) {
    if (signal) process.kill(process.pid, signal)
    else process.exit(code === null ? 70 : code)
  })
}

if (newEnough(process.versions.node)) {
  require('./start.js')
} else if (ownNode()) {
  runWith(ownNode())
} else {
  process.stderr.write(
    'error: kubectl-c5c3 needs Node.js ' + OLDEST.join('.') + ' or newer, this is ' + process.versions.node + '\n'
  )
  process.exit(2)
}
