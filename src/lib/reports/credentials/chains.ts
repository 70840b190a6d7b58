// SPDX-License-Identifier: Apache-2.0
import type { Cause } from '../../assess/causes.ts'
import { passedValues, pushedFingerprint } from '../../kinds/external-secrets/pushed-values.ts'
import {
  EXTERNAL_SECRET,
  GENERATOR,
  PUSH_SECRET,
  pathsOf,
  targetSecretName,
} from '../../kinds/external-secrets/sync.ts'
import type { Assessment } from '../../model/graph/assessment.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine, worse } from '../../model/graph/health.ts'
import { listAt, textAt } from '../../model/object/fields.ts'
import type { State } from '../../model/report/report.ts'
import { findingsFor, isCounted, type RowFinding } from '../shared/row-findings.ts'
import { type Hop, hopOf, readPath, writtenPath } from './hops.ts'

/** The way of one credential: who makes it, over which path it goes, where it arrives and who uses it. */
export interface CredentialChain {
  /** NAMESPACE/NAME of the Secret it ends in, or of the last hop that is known. */
  readonly name: string
  readonly cluster: string
  readonly state: State
  /** In the order a value takes. */
  readonly hops: readonly Hop[]
  /** KIND NAME of those who use it. */
  readonly consumers: readonly string[]
  /** Whether both ends hold the same, by fingerprint. */
  readonly values: 'equal' | 'differ' | 'not compared'
  /** Why they were not compared. */
  readonly notCompared?: NotCompared
  readonly findings: readonly RowFinding[]
}

/** no source: nothing in these clusters writes the path. changed on the way: no key is passed on as it is. */
export type NotCompared = 'no source' | 'no Secret' | 'not read' | 'changed on the way'

const CREDENTIAL = 'ApplicationCredential'

/** Every chain that an ExternalSecret, a PushSecret or an application credential is part of. */
export function credentialChains(assessment: Assessment, causes: readonly Cause[]): readonly CredentialChain[] {
  const { graph } = assessment
  const world: World = { assessment, findingsOf: findingsFor(causes) }
  const readers = graph.of(EXTERNAL_SECRET)
  const pushes = graph.of(PUSH_SECRET)
  const chains = readers.map((reader) => readerChain(world, reader))
  const read = new Set(readers.flatMap((reader) => linked(world, reader, 'PushSecret')))
  const unread = pushes
    .filter((push) => !read.has(push))
    .map((push) => chainOf(world, writerNodes(world, push), [], push))
  const pushed = new Set(pushes.flatMap((push) => linked(world, push, CREDENTIAL)))
  const alone = graph
    .of(`${CREDENTIAL}.openstack.k-orc.cloud`)
    .filter((credential) => !pushed.has(credential))
    .map((credential) => credentialChain(world, credential))
  return [...chains, ...unread, ...alone]
}

interface World {
  readonly assessment: Assessment
  readonly findingsOf: (nodes: readonly GraphNode[]) => readonly RowFinding[]
}

/** What a node refers to, of one kind. */
const linked = ({ assessment: { graph } }: World, { id }: GraphNode, kind: string): readonly GraphNode[] =>
  [...new Set(graph.out(id).flatMap(({ to }) => graph.nodes.get(to) ?? []))].filter((node) => node.kind === kind)

const usersOf = ({ assessment: { graph } }: World, node: GraphNode): readonly GraphNode[] =>
  graph.into(node.id).flatMap(({ from }) => graph.nodes.get(from) ?? [])

/** Who makes a value and pushes it: credential, Secret, PushSecret. */
function writerNodes(world: World, push: GraphNode): readonly GraphNode[] {
  const name = textAt(push.object, 'spec.selector.secret.name')
  const source = linked(world, push, 'Secret').find((one) => one.name === name)
  return [...linked(world, push, CREDENTIAL), ...(source ? [source] : []), push]
}

function readerChain(world: World, reader: GraphNode): CredentialChain {
  const writers = linked(world, reader, 'PushSecret')
  const target = linked(world, reader, 'Secret').find((one) => one.name === targetSecretName(reader))
  const before = [...new Set(writers.flatMap((push) => writerNodes(world, push)))]
  const after = [reader, ...(target ? [target] : [])]
  const chain = chainOf(world, before, after, target ?? reader)
  const users = [...new Set([...(target ? usersOf(world, target) : []), ...usersOf(world, reader)])]
  const name = `${reader.namespace}/${targetSecretName(reader)}`
  const consumers = namesOf(users, new Set([...before, ...after]))
  return broken({ ...chain, name, consumers, ...compared(world, writers, reader, target) })
}

function credentialChain(world: World, credential: GraphNode): CredentialChain {
  const name = textAt(credential.object, 'spec.resource.secretRef')
  const secret = linked(world, credential, 'Secret').find((one) => one.name === name)
  const chain = chainOf(world, [credential, ...(secret ? [secret] : [])], [], credential)
  return broken({ ...chain, consumers: secret ? namesOf(usersOf(world, secret), new Set([credential])) : [] })
}

function chainOf(
  world: World,
  before: readonly GraphNode[],
  after: readonly GraphNode[],
  end: GraphNode,
): CredentialChain {
  const hop = (node: GraphNode) => hopOf(world.assessment, node, world.findingsOf([node]))
  const [reader] = after
  const push = before.find(({ kind }) => kind === 'PushSecret')
  const through = reader ? throughOf(world, reader) : push ? writtenBy(push) : []
  const hops = [...before.map(hop), ...through, ...after.map(hop)]
  const findings = distinct(world.findingsOf([...before, ...after]))
  return broken({
    name: `${end.namespace}/${end.name}`,
    cluster: end.cluster.label,
    state: 'healthy',
    hops,
    consumers: [],
    values: 'not compared',
    findings,
  })
}

/** A finding that several hops suffer from is told once. */
const distinct = (findings: readonly RowFinding[]): readonly RowFinding[] => [
  ...new Map(findings.map((one) => [`${one.check} ${one.subject}`, one])).values(),
]

/** Where a reader reads: a path of the store, or what makes a value for it. */
function throughOf(world: World, reader: GraphNode): readonly Hop[] {
  const store = [...linked(world, reader, 'SecretStore'), ...linked(world, reader, 'ClusterSecretStore')][0]
  const generators = linked(world, reader, GENERATOR.split('.')[0] ?? '')
  const paths = pathsOf(reader).map((path) => readPath(world.assessment, path, reader, store))
  return [...paths, ...generators.map((node) => hopOf(world.assessment, node, world.findingsOf([node])))]
}

const writtenBy = (push: GraphNode): readonly Hop[] =>
  [
    ...new Set(listAt(push.object, 'spec.data').flatMap((entry) => textAt(entry, 'match.remoteRef.remoteKey') ?? [])),
  ].map((path) => writtenPath(path, push.cluster.label))

type Comparison = Pick<CredentialChain, 'values' | 'notCompared'>

const notCompared = (why: NotCompared): Comparison => ({ values: 'not compared', notCompared: why })

/** The same value at both ends? Only what is passed on key by key can be compared. */
function compared(
  { assessment }: World,
  writers: readonly GraphNode[],
  reader: GraphNode,
  target: GraphNode | undefined,
): Comparison {
  if (!target?.object) return notCompared(target?.source === 'unseen' ? 'not read' : 'no Secret')
  if (writers.length === 0) return notCompared('no source')
  const sources = writers.flatMap((push) => {
    const name = textAt(push.object, 'spec.selector.secret.name')
    const source = assessment.graph
      .out(push.id)
      .map(({ to }) => assessment.graph.nodes.get(to))
      .find((one) => one?.kind === 'Secret' && one.name === name)
    return source?.object ? [{ push, source }] : []
  })
  if (sources.length === 0) return notCompared('not read')
  const pairs = sources.flatMap(({ push, source }) =>
    passedValues(push, source, reader).flatMap(({ sourceKey, targetKey }) => {
      const [a, b] = [pushedFingerprint(source, sourceKey), pushedFingerprint(target, targetKey)]
      return a === undefined || b === undefined ? [] : [a === b]
    }),
  )
  if (pairs.length === 0) return notCompared('changed on the way')
  return { values: pairs.every(Boolean) ? 'equal' : 'differ' }
}

/** Marks the first hop where it goes wrong; values that differ are the reader's, unless an earlier hop explains it. */
function broken(chain: CredentialChain): CredentialChain {
  const hops = chain.hops.map(({ broken: _, ...hop }): Hop => hop)
  const isBad = ({ state, found }: Hop) =>
    found === true || (state !== undefined && !isFine(state) && state !== 'unknown')
  const reader = chain.values === 'differ' ? hops.findIndex(({ kind }) => kind === 'ExternalSecret') : -1
  const first = hops.findIndex(isBad)
  // what arrives is the reader's doing, unless something before it fails
  const at = reader !== -1 && (first === -1 || first > reader) ? reader : first
  const states = hops.flatMap(({ state }) => state ?? [])
  const own = chain.findings.filter((one) => !one.follows && isCounted(one))
  const isOdd = own.length > 0 || reader !== -1
  const seen = states.reduce<State>(worse, isOdd ? 'degraded' : 'healthy')
  return { ...chain, state: seen, hops: hops.map((hop, i) => (i === at ? { ...hop, broken: true } : hop)) }
}

const SHOWN = 3

/** Those who use it; many of one kind are counted. */
function namesOf(users: readonly GraphNode[], hops: ReadonlySet<GraphNode>): readonly string[] {
  const others = users.filter((node) => !hops.has(node) && node.kind !== 'PushSecret' && node.object)
  return [...Map.groupBy(others, ({ kind }) => kind)].flatMap(([kind, those]) =>
    those.length > SHOWN ? [`${those.length} ${kind}s`] : those.map(({ name }) => `${kind} ${name}`),
  )
}
