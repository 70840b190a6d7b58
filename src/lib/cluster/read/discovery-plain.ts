// SPDX-License-Identifier: Apache-2.0
// Servers before 1.26, and some incomplete implementations, serve discovery as one document per group and version.
import type { Failure } from '../../model/landscape/fault.ts'
import { ClusterError } from '../failure.ts'
import { inParallel } from '../parallel.ts'
import type { ApiRequest } from '../transport/types.ts'
import type { ServedResource } from '../types.ts'
import { type ApiGroup, groupFailure, isKindName, isName, named } from './discovery-aggregated.ts'
import { isRecord, own } from './json-shape.ts'
import { readResponse, requestError, type Send, sendRequest } from './response.ts'

/** Reads every version of APIVersions or APIGroupList. A failure marks only its own group. */
export async function readPlain(
  body: Readonly<Record<string, unknown>>,
  request: ApiRequest,
  send: Send,
): Promise<readonly ApiGroup[]> {
  const versions = body['kind'] === 'APIVersions' ? coreVersions(body, request) : groupVersions(body, request)
  const parts = await inParallel(versions, PARALLEL_REQUESTS, (version) => readVersion(version, send))
  return [...Map.groupBy(parts, ({ name }) => name)].map(([name, ofGroup]) => {
    const failure = ofGroup.find((part) => part.failure !== undefined)?.failure
    const resources = ofGroup.flatMap((part) => part.resources)
    return failure === undefined ? { name, resources } : { name, resources, failure }
  })
}

const PARALLEL_REQUESTS = 8

interface Version {
  readonly group: string
  readonly version: string
}

function coreVersions(body: Readonly<Record<string, unknown>>, request: ApiRequest): readonly Version[] {
  const versions = own(body, 'versions')
  if (!Array.isArray(versions) || !versions.every(isName))
    throw requestError(request, 'malformed', 'the core API lists no versions')
  return versions.map((version) => ({ group: '', version }))
}

/** The server's preferred version of each group comes first. */
function groupVersions(body: Readonly<Record<string, unknown>>, request: ApiRequest): readonly Version[] {
  const groups = own(body, 'groups')
  if (!Array.isArray(groups)) throw requestError(request, 'malformed', 'the list of API groups has no groups')
  return groups.flatMap((entry) => {
    const group = own(entry, 'name')
    const versions = own(entry, 'versions')
    const names = Array.isArray(versions) ? versions.map((version) => own(version, 'version')) : [undefined]
    if (!isName(group) || !names.every(isName))
      throw requestError(request, 'malformed', 'an API group without name or versions')
    const preferred = own(own(entry, 'preferredVersion'), 'version')
    const ordered = [...names.filter((name) => name === preferred), ...names.filter((name) => name !== preferred)]
    return ordered.map((version) => ({ group, version }))
  })
}

async function readVersion({ group, version }: Version, send: Send): Promise<ApiGroup> {
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const request: ApiRequest = { method: 'GET', path, about: { verb: `discover ${path}` } }
  try {
    const list = await sendRequest(send, request, (answer) =>
      readResponse(answer, request, (body) => own(body, 'resources')),
    )
    if (!Array.isArray(list)) throw requestError(request, 'malformed', `discovery of ${named(group)} has no resources`)
    const resources = list.filter((raw) => !isSubresource(raw)).map((raw) => resourceOf(group, version, raw))
    const valid = resources.filter((resource) => resource !== undefined)
    if (valid.length === resources.length) return { name: group, resources: valid }
    const failure = groupFailure(request, 'malformed', `discovery of ${named(group)} is malformed`)
    return { name: group, resources: valid, failure }
  } catch (error) {
    if (!(error instanceof ClusterError) || error.failure.fault === 'cancelled') throw error
    return { name: group, resources: [], failure: versionFailure(error.failure) }
  }
}

/** A version that disappeared between the two requests makes the rest of the group unreliable. */
function versionFailure(failure: Failure): Failure {
  return failure.fault === 'notinstalled' ? { ...failure, fault: 'server', message: 'listed, but not served' } : failure
}

function isSubresource(raw: unknown): boolean {
  const name = own(raw, 'name')
  return typeof name === 'string' && name.includes('/')
}

function resourceOf(group: string, version: string, raw: unknown): ServedResource | undefined {
  const plural = own(raw, 'name')
  const kind = own(raw, 'kind')
  const verbs = own(raw, 'verbs')
  if (!isRecord(raw) || !isName(plural) || !isKindName(kind) || !Array.isArray(verbs)) return undefined
  const namespaced = own(raw, 'namespaced') === true
  return { group, version, kind, plural, namespaced, verbs: verbs.filter((verb) => typeof verb === 'string') }
}
