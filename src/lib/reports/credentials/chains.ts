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
import { kindPlural } from '../../model/text/kind-plural.ts'
import { findingsFor, isCounted, type RowFinding } from '../shared/row-findings.ts'
import type { HiddenWriterTest } from './hidden-writers.ts'
import { type Hop, hopOf, readPath, writtenPath } from './hops.ts'

/** The path of one credential from its source over the secret backend to its consumers. */
export interface CredentialChain {
  /** NAMESPACE/NAME of the target Secret, or of the last known hop. */
  readonly name: string
  readonly cluster: string
  readonly state: State
  /** From source to target. */
  readonly hops: readonly Hop[]
  /** KIND NAME of each consumer. */
  readonly consumers: readonly string[]
  /** Compares source and target by fingerprint. */
  readonly values: 'equal' | 'differ' | 'not compared'
  readonly notCompared?: NotCompared
  readonly findings: readonly RowFinding[]
}

/** no source: nothing in these clusters writes the path. changed on the way: no key is passed on unchanged. */
export type NotCompared = 'no source' | 'no Secret' | 'not read' | 'changed on the way'

const CREDENTIAL = 'ApplicationCredential'

/** Every chain that contains an ExternalSecret, a PushSecret or an ApplicationCredential. */
export function credentialChains(
  assessment: Assessment,
  causes: readonly Cause[],
  isWriterHidden: HiddenWriterTest,
): readonly CredentialChain[] {
  const { graph } = assessment
  const context: ChainContext = { assessment, findingsOf: findingsFor(causes), isWriterHidden }
  const readers = graph.of(EXTERNAL_SECRET)
  const pushes = graph.of(PUSH_SECRET)
  const chains = readers.map((reader) => readerChain(context, reader))
  const read = new Set(readers.flatMap((reader) => targetsOfKind(context, reader, 'PushSecret')))
  const unread = pushes
    .filter((push) => !read.has(push))
    .map((push) => chainOf(context, writerNodes(context, push), [], push))
  const pushed = new Set(pushes.flatMap((push) => targetsOfKind(context, push, CREDENTIAL)))
  const unpushed = graph
    .of(`${CREDENTIAL}.openstack.k-orc.cloud`)
    .filter((credential) => !pushed.has(credential))
    .map((credential) => credentialChain(context, credential))
  return [...chains, ...unread, ...unpushed]
}

interface ChainContext {
  readonly assessment: Assessment
  readonly findingsOf: (nodes: readonly GraphNode[]) => readonly RowFinding[]
  readonly isWriterHidden: HiddenWriterTest
}

const targetsOfKind = (
  { assessment: { graph } }: ChainContext,
  { id }: GraphNode,
  kind: string,
): readonly GraphNode[] =>
  [...new Set(graph.out(id).flatMap(({ to }) => graph.nodes.get(to) ?? []))].filter((node) => node.kind === kind)

const usersOf = ({ assessment: { graph } }: ChainContext, node: GraphNode): readonly GraphNode[] =>
  graph.into(node.id).flatMap(({ from }) => graph.nodes.get(from) ?? [])

/** The ApplicationCredential, its Secret and the PushSecret. */
function writerNodes(context: ChainContext, push: GraphNode): readonly GraphNode[] {
  const name = textAt(push.object, 'spec.selector.secret.name')
  const source = targetsOfKind(context, push, 'Secret').find((one) => one.name === name)
  return [...targetsOfKind(context, push, CREDENTIAL), ...(source ? [source] : []), push]
}

function readerChain(context: ChainContext, reader: GraphNode): CredentialChain {
  const writers = targetsOfKind(context, reader, 'PushSecret')
  const target = targetsOfKind(context, reader, 'Secret').find((one) => one.name === targetSecretName(reader))
  const before = [...new Set(writers.flatMap((push) => writerNodes(context, push)))]
  const after = [reader, ...(target ? [target] : [])]
  const chain = chainOf(context, before, after, target ?? reader)
  const users = [...new Set([...(target ? usersOf(context, target) : []), ...usersOf(context, reader)])]
  const name = `${reader.namespace}/${targetSecretName(reader)}`
  const consumers = namesOf(users, new Set([...before, ...after]))
  const compared = markBroken({ ...chain, name, consumers, ...compareValues(context, writers, reader, target) })
  const isSourceHidden = writers.length === 0 && context.isWriterHidden(reader, target)
  return isSourceHidden ? { ...compared, state: worse(compared.state, 'unknown') } : compared
}

function credentialChain(context: ChainContext, credential: GraphNode): CredentialChain {
  const name = textAt(credential.object, 'spec.resource.secretRef')
  const secret = targetsOfKind(context, credential, 'Secret').find((one) => one.name === name)
  const chain = chainOf(context, [credential, ...(secret ? [secret] : [])], [], credential)
  return markBroken({ ...chain, consumers: secret ? namesOf(usersOf(context, secret), new Set([credential])) : [] })
}

function chainOf(
  context: ChainContext,
  before: readonly GraphNode[],
  after: readonly GraphNode[],
  end: GraphNode,
): CredentialChain {
  const hop = (node: GraphNode) => hopOf(context.assessment, node, context.findingsOf([node]))
  const [reader] = after
  const push = before.find(({ kind }) => kind === 'PushSecret')
  const backend = reader ? backendHops(context, reader) : push ? pushedPaths(push) : []
  const hops = [...before.map(hop), ...backend, ...after.map(hop)]
  const findings = distinct(context.findingsOf([...before, ...after]))
  return markBroken({
    name: `${end.namespace}/${end.name}`,
    cluster: end.cluster.label,
    state: 'healthy',
    hops,
    consumers: [],
    values: 'not compared',
    findings,
  })
}

/** Several hops can be affected by the same finding. */
const distinct = (findings: readonly RowFinding[]): readonly RowFinding[] => [
  ...new Map(findings.map((one) => [`${one.check} ${one.subject}`, one])).values(),
]

/** The backend paths and generators that an ExternalSecret reads. */
function backendHops(context: ChainContext, reader: GraphNode): readonly Hop[] {
  const store = [
    ...targetsOfKind(context, reader, 'SecretStore'),
    ...targetsOfKind(context, reader, 'ClusterSecretStore'),
  ][0]
  const generators = targetsOfKind(context, reader, GENERATOR.split('.')[0] ?? '')
  const paths = pathsOf(reader).map((path) => readPath(context.assessment, path, reader, store))
  return [...paths, ...generators.map((node) => hopOf(context.assessment, node, context.findingsOf([node])))]
}

const pushedPaths = (push: GraphNode): readonly Hop[] =>
  [
    ...new Set(listAt(push.object, 'spec.data').flatMap((entry) => textAt(entry, 'match.remoteRef.remoteKey') ?? [])),
  ].map((path) => writtenPath(path, push.cluster.label))

type Comparison = Pick<CredentialChain, 'values' | 'notCompared'>

const notCompared = (why: NotCompared): Comparison => ({ values: 'not compared', notCompared: why })

/** Only values that are passed on key by key can be compared. */
function compareValues(
  { assessment, isWriterHidden }: ChainContext,
  writers: readonly GraphNode[],
  reader: GraphNode,
  target: GraphNode | undefined,
): Comparison {
  if (!target?.object) return notCompared(target?.source === 'unseen' ? 'not read' : 'no Secret')
  if (writers.length === 0) return notCompared(isWriterHidden(reader, target) ? 'not read' : 'no source')
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

/** Marks the first broken hop; a value that differs is the reader's fault unless an earlier hop fails. */
function markBroken(chain: CredentialChain): CredentialChain {
  const hops = chain.hops.map(({ broken: _, ...hop }): Hop => hop)
  const isBroken = ({ state, found }: Hop) =>
    found === true || (state !== undefined && !isFine(state) && state !== 'unknown')
  const reader = chain.values === 'differ' ? hops.findIndex(({ kind }) => kind === 'ExternalSecret') : -1
  const first = hops.findIndex(isBroken)
  const brokenIndex = reader !== -1 && (first === -1 || first > reader) ? reader : first
  const states = hops.flatMap(({ state }) => state ?? [])
  const ownFindings = chain.findings.filter((one) => !one.follows && isCounted(one))
  const isDegraded = ownFindings.length > 0 || reader !== -1
  const state = states.reduce<State>(worse, isDegraded ? 'degraded' : 'healthy')
  return { ...chain, state, hops: hops.map((hop, i) => (i === brokenIndex ? { ...hop, broken: true } : hop)) }
}

const MAX_LISTED = 3

/** Counts the consumers of a kind when there are many. */
function namesOf(users: readonly GraphNode[], hops: ReadonlySet<GraphNode>): readonly string[] {
  const others = users.filter((node) => !hops.has(node) && node.kind !== 'PushSecret' && node.object)
  return [...Map.groupBy(others, ({ kind }) => kind)].flatMap(([kind, group]) =>
    group.length > MAX_LISTED ? [`${group.length} ${kindPlural(kind)}`] : group.map(({ name }) => `${kind} ${name}`),
  )
}
