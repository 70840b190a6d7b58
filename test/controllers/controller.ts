// SPDX-License-Identifier: Apache-2.0
// Runs one real controller with one real API server.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { type Api, connect, type Json } from '../contract/api.ts'
import type { LabServer } from '../lab/cluster.ts'
import { freePort } from '../lab/process.ts'
import { controllerBinary, controllerCrds } from './build.ts'
import { startGuarded } from './guarded.ts'
import type { ProgramName } from './programs.ts'

export interface Controller {
  /** A folder that is deleted with the controller; its log is the file log. */
  readonly folder: string
  log(): string
  stop(): Promise<void>
}

/** The API of a lab server as its administrator. */
export const adminOf = ({ url, ca, tokens }: LabServer): Api => connect({ url, ca, token: tokens.admin })

/** A flag with a free loopback port: many controllers would listen on all interfaces. */
export const listening = async (flag: string) => `${flag}=127.0.0.1:${await freePort()}`

/** Starts a controller with all permissions on the server. */
export function startController(
  name: ProgramName,
  server: LabServer,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Controller {
  const folder = mkdtempSync(join(tmpdir(), `kubectl-c5c3-lab-${process.pid}-${name}-`))
  const log = join(folder, 'log')
  const running = startGuarded(name, log, [controllerBinary(name), ...flags], {
    KUBECONFIG: server.kubeconfig,
    HOME: folder,
    ...env,
  })
  return {
    folder,
    log: () => readFileSync(log, 'utf8'),
    stop: async () => {
      await running.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The CRDs of a controller, each changed by the function. */
export function definitionsOf(name: ProgramName, change: (definition: Json) => Json = (same) => same): Json[] {
  const folder = controllerCrds(name)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((each) => each.toJS()))
    .filter((each) => each?.kind === 'CustomResourceDefinition')
    .map(change)
}

/** Creates CRDs and waits until they are served. */
export async function define(api: Api, definitions: readonly Json[]): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  for (const definition of definitions) {
    const created = await api.apply(`${path}/${definition.metadata.name}`, definition, { manager: 'lab' })
    expect([200, 201], created.text).toContain(created.status)
  }
  const served = async () => {
    for (const { spec } of definitions)
      for (const { name, served } of spec.versions)
        if (served) expect((await api.get(`/apis/${spec.group}/${name}/${spec.names.plural}`)).status).toBe(200)
  }
  await vi.waitFor(served, { timeout: 120_000, interval: 200 })
}

/** Creates an object; throws with the server's message if it is refused. */
export async function make(api: Api, path: string, body: object): Promise<Json> {
  const created = await api.post(path, body)
  expect(created.status, created.text).toBe(201)
  return created.body
}
