// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import {
  commandArgs,
  findCommand,
  machineFormat,
  wantsHelp,
  withFlagsLast,
} from '../../../../src/lib/cli/oclif/argv.ts'

const IDS = ['contexts', 'contexts:check', 'demo']

describe('the command', () => {
  it.each([
    ['contexts', 'contexts', []],
    ['contexts check --debug', 'contexts:check', ['--debug']],
    ['contexts prod', 'contexts', ['prod']],
    ['contexts --context check', 'contexts', ['--context', 'check']],
  ])('%s is %s', (line, id, rest) => {
    expect(findCommand(line.split(' '), IDS)).toEqual({ id, rest })
  })

  it.each([
    ['--context x contexts check', 'contexts check --context x'],
    ['-n ns --context=x contexts', 'contexts -n ns --context=x'],
    ['-nns contexts check --debug', 'contexts check -nns --debug'],
    ['--debug contexts prod -o json', 'contexts prod --debug -o json'],
    ['--unknown contexts', 'contexts --unknown'],
    ['--debug -- contexts', '--debug -- contexts'],
    ['--context', '--context'],
    ['contexts --debug', 'contexts --debug'],
  ])('%s is %s', (line, same) => {
    const flags = {
      context: { name: 'context', type: 'option' },
      namespace: { name: 'namespace', char: 'n', type: 'option' },
      debug: { name: 'debug', type: 'boolean' },
    }
    expect(withFlagsLast(line.split(' '), { contexts: { flags } }).join(' ')).toBe(same)
  })

  it('no command is no arguments', () => {
    expect(commandArgs(['nope', 'contexts'], IDS)).toEqual([])
  })
})

describe('help', () => {
  it.each([
    ['', true],
    ['help', true],
    ['contexts --help', true],
    ['contexts -h', true],
    ['contexts -- --help', false],
    ['contexts', false],
  ])('"%s" requests help: %s', (line, wanted) => {
    expect(wantsHelp(line.split(' ').filter(Boolean))).toBe(wanted)
  })
})

describe('the format of an error', () => {
  it.each([
    ['contexts -o json', 'json'],
    ['contexts -ojson', 'json'],
    ['contexts -o=json', 'json'],
    ['contexts --output json', 'json'],
    ['contexts --output=json', 'json'],
    ['contexts --output=jsonl', 'jsonl'],
    ['contexts -o yaml', 'yaml'],
    ['contexts -o table', undefined],
    ['contexts -o wide', undefined],
    ['contexts', undefined],
    ['contexts -- -o json', undefined],
    ['contexts -o', undefined],
  ])('%s: %s', (line, format) => {
    expect(machineFormat(line.split(' '))).toBe(format)
  })
})
