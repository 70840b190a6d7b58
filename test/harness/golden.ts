// SPDX-License-Identifier: Apache-2.0
// Goldens contain the command line, its output on stdout and stderr, and its exit code.
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Ran, ROOT, runCli, type World, words } from './run-cli.ts'
import { type Document, expectValid } from './schemas.ts'

/** Runs a command line and compares it with test/golden/<name>.txt. */
export async function expectGolden(name: string, line: string, world: World = {}): Promise<Ran> {
  const ran = await runCli(words(line), world)
  const stderr = ran.stderr.replace(PROGRESS, '')
  const text = [
    `$ kubectl c5c3 ${line}`.trimEnd(),
    ran.stdout.trimEnd(),
    ...(stderr === '' ? [] : ['--- stderr', stderr.trimEnd()]),
    `--- exit ${ran.code}`,
    '',
  ].join('\n')
  await expect(stable(text, ran.home)).toMatchFileSnapshot(join(ROOT, 'test', 'golden', `${name}.txt`))
  return ran
}

/** Whether a terminal shows progress depends on the load of the machine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is drawn with them
const PROGRESS = /(?:\r\u001b\[Kwaiting for [^\r\n]*)+\r\u001b\[K/g

/** The same with -o json: one document on stdout with the exit code, nothing on stderr. */
export async function expectGoldenJson(name: string, line: string, world: World = {}): Promise<Ran> {
  const ran = await runCli([...words(line), '-o', 'json'], world)
  const document = JSON.parse(ran.stdout) as Document
  expect(document.apiVersion).toBe('cli.c5c3.io/v1')
  expect(document.exitCode).toBe(ran.code)
  expect(ran.stderr).toBe('')
  expectValid(document, name)
  if (WHOLE_DOCUMENTS.has(name))
    await expect(stable(ran.stdout, ran.home)).toMatchFileSnapshot(join(ROOT, 'test', 'golden', `${name}.json`))
  return ran
}

/** Replaces values that differ between runs and machines, keeping widths where tables need them. */
export function stable(text: string, home: string): string {
  const prints = [...new Set(text.match(/(?<=hmac:)[0-9a-f]{8}\b/g))]
  return text
    .replace(/(?<=hmac:)[0-9a-f]{8}\b/g, (print) => String(prints.indexOf(print) + 1).padStart(8, '0'))
    .replace(/(?<=127\.0\.0\.1:)\d+/g, (port) => '0'.repeat(port.length))
    .replace(/(?<=\bca(?:": \[\s+"|: \[ )sha256:)[0-9a-f]{64}\b/g, '0'.repeat(64))
    .replaceAll(home, '/home/user')
    .replaceAll(ROOT, '/src')
    .replaceAll('\u001b', '\\e')
    .replaceAll(process.version, 'v0.0.0')
    .replaceAll(`${process.platform}-${process.arch}`, 'os-cpu')
}

/** The JSON documents that are kept whole: one per command, of a fleet with a problem where there is one. */
const WHOLE_DOCUMENTS: ReadonlySet<string> = new Set([
  'ceph-orphans/some',
  'ceph-secrets/ceph-key-stale',
  'ceph-secrets-verify/ceph-key-stale',
  'changes/database-down',
  'check/database-down',
  'contexts/database-down',
  'contexts-check/healthy',
  'contexts-discover/dry-run',
  'credentials/ceph-key-stale',
  'demo/tour',
  'events/all',
  'explain/mode',
  'gitops/circle',
  'gitops-owner/claim',
  'hypervisors/agent-missing',
  'korc/forbidden-secrets',
  'korc-verify/forbidden-secrets',
  'operators/flux-down',
  'pools/capacity.troubled',
  'pools/database-down',
  'pools/impact-storage.troubled',
  'pools/overview.troubled',
  'pools/show-storage.troubled',
  'pools-capacity/database-down',
  'pools-impact/database-down',
  'pools-show/database-down',
  'rbac/ceph-secrets-sync',
  'schema/list',
  'status/database-down',
  'status/database-down.customer-a-prod',
  'tempest/compare',
  'tree/database-down.problems',
  'validate/healthy',
  'version/client',
  'why/database-down',
])
