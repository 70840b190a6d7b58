// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { commandWords, findCommand, machineFormat, wantsHelp } from '../../../src/lib/cli/words.ts'

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

  it('flags before the command are not understood, and say so', () => {
    expect(() => findCommand(['--debug', 'contexts'], IDS)).toThrow('unknown command "--debug"')
  })

  it('no command is no words', () => {
    expect(commandWords(['nope', 'contexts'], IDS)).toEqual([])
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
  ])('"%s" wants help: %s', (line, wanted) => {
    expect(wantsHelp(line.split(' ').filter(Boolean))).toBe(wanted)
  })
})

describe('the format an error answers in', () => {
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
