#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// kubectl_complete-c5c3 of the npm package: what kubectl asks for completion, without a shell.
process.argv.splice(2, 0, '__complete')
require('./run.js')
