// SPDX-License-Identifier: Apache-2.0
/** What a write will do, complete before the first request that changes anything. Holds no value of a Secret. */
export interface Plan {
  /** The command that made it: ceph-secrets sync */
  readonly command: string
  /** The clusters it writes to or copies from. */
  readonly clusters: readonly PlanCluster[]
  readonly steps: readonly PlanStep[]
  /** Things to know that stop nothing. */
  readonly notes: readonly string[]
}

export interface PlanCluster {
  /** storage/st-pool-a */
  readonly name: string
  /** Of its namespace kube-system: the cluster it was planned for, whatever a context leads to by then. */
  readonly uid: string
  readonly server?: string
  /** Where its kubeconfig comes from: profile prod, context cp, ProviderConfig cp. */
  readonly origin?: string
  /** Trust anchors of its server when the plan was made. */
  readonly ca?: readonly string[]
  /** The account that writes, where the plan writes to it. */
  readonly user?: string
  /** Who uses that account, where it is not the user's own login. */
  readonly person?: string
}

/** Where an object is, and how to ask for it. */
export interface ObjectAt {
  readonly cluster: string
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly namespace?: string
  readonly name: string
}

/** none: already as it should be. refresh: its keeper is asked to sync it. refused: reasons say why. */
export const ACTIONS = ['create', 'update', 'refresh', 'none', 'refused'] as const

export type Action = (typeof ACTIONS)[number]

/** One object. */
export interface PlanStep {
  /** control-plane/eu-de-1 Secret openstack/ceph-client-nova */
  readonly id: string
  readonly action: Action
  readonly target: ObjectAt
  /** Why it is done, in few words: key of CephClient rook-ceph/openstack-nova for Cinder cinder, Glance glance */
  readonly about: string
  /** The object as it was when the plan was made: it is written only while it still is that one. */
  readonly seen?: Seen
  /** What is applied, without apiVersion, kind, name and namespace, and without the values below. */
  readonly manifest: Readonly<Record<string, unknown>>
  /** Annotations that say when it was written and by whom, filled in then. */
  readonly stamps: Readonly<Record<string, 'time' | 'user'>>
  /** Values that are read again from their source when they are written, and must be the same. */
  readonly values: readonly CopiedValue[]
  readonly changes: readonly FieldChange[]
  /** Why it is refused. */
  readonly reasons: readonly Reason[]
  readonly notes: readonly string[]
  /** Human field managers that lose fields by it, with --adopt. */
  readonly losers?: readonly string[]
  /** The step that must have been done before. */
  readonly after?: string
  /** Whose answer is awaited: a controller that must have synced it. */
  readonly acknowledged?: 'synced' | 'available' | 'started'
  /** A Secret that must hold these values when all is done: somebody else writes it. */
  readonly expects?: { readonly secret: ObjectAt; readonly values: readonly CopiedValue[] }
  /** It is a Job made of somebody's template. */
  readonly starts?: JobStart
}

/** How a Job is made. The template may hold values of people: it is read again when the Job is made, and must be the same. */
export interface JobStart {
  /** The object that holds the template, and owns the Job. */
  readonly template: ObjectAt
  readonly uid: string
  /** Where in it: spec.jobTemplate */
  readonly path: string
  /** HMAC-SHA-256 of the template with the salt of the plan, in hex. */
  readonly fingerprint: string
  /** Label that tells this run from all others: by it a Job is found again whose answer was lost. */
  readonly run: string
  /** Whether it may run beside another one. */
  readonly parallel: boolean
  readonly tests?: TestChoice
}

/** Which tests are run, where the template is not taken as it is. */
export interface TestChoice {
  readonly container: string
  /** Arguments of `tempest run`, or the variable that the image reads. */
  readonly by: 'arguments' | { readonly variable: string }
  /** Absent: the smoke tests. */
  readonly regex?: string
}

export interface Seen {
  readonly uid: string
  readonly resourceVersion: string
  readonly generation?: number
}

export interface CopiedValue {
  /** The key under data. */
  readonly key: string
  readonly from: {
    readonly cluster: string
    readonly namespace: string
    /** Of the Secret. */
    readonly name: string
    readonly uid: string
    readonly key: string
  }
  /** HMAC-SHA-256 with the salt of the plan, in hex. */
  readonly fingerprint: string
}

/** One field that changes: fingerprints of secrets, text of everything else. */
export interface FieldChange {
  readonly path: string
  readonly from?: string
  readonly to?: string
}

/** Why an object is not written, and what to do instead. */
export interface Reason {
  readonly text: string
  readonly hint?: string
}

/** True for steps that change a cluster. */
export const isWrite = ({ action }: Pick<PlanStep, 'action'>) => action !== 'none' && action !== 'refused'

/** Secret openstack/ceph-client-nova */
export function objectName({ kind, namespace, name }: Pick<ObjectAt, 'kind' | 'namespace' | 'name'>): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
}

/** The id of the step about an object. */
export const stepId = (target: ObjectAt) => `${target.cluster} ${objectName(target)}`

/** What became of one step. */
export const OUTCOMES = ['written', 'refreshed', 'unchanged', 'refused', 'failed', 'waiting', 'skipped'] as const

/** waiting: written, and its controller has not answered in time. skipped: not begun. */
export type StepOutcome = (typeof OUTCOMES)[number]

export interface StepResult {
  readonly step: PlanStep
  readonly outcome: StepOutcome
  readonly reasons: readonly Reason[]
  /** Before and after, where something was written. */
  readonly resourceVersion?: string
  readonly uid?: string
  /** The object was seen to be written, though later something failed. */
  readonly wrote: boolean
  /** Where something was written. */
  readonly undo?: Undo
}

/** How somebody takes back what was written; without a command nobody can. */
export interface Undo {
  readonly text: string
  /** To be typed into a shell. */
  readonly command?: string
}
