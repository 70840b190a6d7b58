// SPDX-License-Identifier: Apache-2.0
/** What a write will do, complete before the first request that changes anything. Holds no value of a Secret. */
export interface Plan {
  /** The command that created it: ceph-secrets sync */
  readonly command: string
  readonly clusters: readonly PlanCluster[]
  readonly steps: readonly PlanStep[]
  /** Remarks that do not block the plan. */
  readonly notes: readonly string[]
}

export interface PlanCluster {
  /** storage/st-pool-a */
  readonly name: string
  /** Of its namespace kube-system: identifies the planned cluster even if a context now points elsewhere. */
  readonly uid: string
  readonly server?: string
  /** The source of its kubeconfig: profile prod, context cp, ProviderConfig cp. */
  readonly origin?: string
  /** CA certificates of its server when the plan was created. */
  readonly ca?: readonly string[]
  /** The account that writes, if the plan writes to this cluster. */
  readonly user?: string
  /** The person behind that account, if it is not the user's own login. */
  readonly person?: string
}

export interface ObjectAt {
  readonly cluster: string
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly namespace?: string
  readonly name: string
}

/** none: already as desired. refresh: ask its controller to sync it. refused: reasons say why. */
export const ACTIONS = ['create', 'update', 'refresh', 'none', 'refused'] as const

export type Action = (typeof ACTIONS)[number]

export interface PlanStep {
  /** control-plane/eu-de-1 Secret openstack/ceph-client-nova */
  readonly id: string
  readonly action: Action
  readonly target: ObjectAt
  /** A short purpose: key of CephClient rook-ceph/openstack-nova for Cinder cinder, Glance glance */
  readonly about: string
  /** The object when the plan was created: the step writes only if it is unchanged. */
  readonly seen?: Seen
  /** The applied manifest, without apiVersion, kind, name and namespace, and without the values below. */
  readonly manifest: Readonly<Record<string, unknown>>
  /** Annotations for time and author of the write, filled in at that moment. */
  readonly stamps: Readonly<Record<string, 'time' | 'user'>>
  /** Values that are read again from their source at write time and must be unchanged. */
  readonly values: readonly CopiedValue[]
  readonly changes: readonly FieldChange[]
  readonly reasons: readonly Reason[]
  readonly notes: readonly string[]
  /** Human field managers that lose fields to the write, with --adopt. */
  readonly losers?: readonly string[]
  readonly after?: string
  /** How to recognise that the controller has processed the write. */
  readonly acknowledged?: 'synced' | 'available' | 'started'
  /** The imported resource need not exist yet: wait for it only if the user asks to. */
  readonly mayBeAbsent?: true
  /** A Secret that another controller writes and that must hold these values in the end. */
  readonly expects?: { readonly secret: ObjectAt; readonly values: readonly CopiedValue[] }
  readonly starts?: JobStart
}

/** The template may hold confidential values: it is read again when the Job is created, and must be unchanged. */
export interface JobStart {
  readonly template: ObjectAt
  readonly uid: string
  /** The path of the template: spec.jobTemplate */
  readonly path: string
  /** HMAC-SHA-256 of the template with the salt of the plan, in hex. */
  readonly fingerprint: string
  /** Label that identifies this run: finds the Job again if the response to its creation was lost. */
  readonly run: string
  readonly parallel: boolean
  readonly tests?: TestChoice
}

/** The tests to run, if not those of the template. */
export interface TestChoice {
  readonly container: string
  /** Arguments of `tempest run`, or the environment variable that the image reads. */
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
  readonly key: string
  readonly from: {
    readonly cluster: string
    readonly namespace: string
    readonly name: string
    readonly uid: string
    readonly key: string
  }
  /** HMAC-SHA-256 with the salt of the plan, in hex. */
  readonly fingerprint: string
}

/** One changed field: a fingerprint for secrets, the text for everything else. */
export interface FieldChange {
  readonly path: string
  readonly from?: string
  readonly to?: string
}

export interface Reason {
  readonly text: string
  readonly hint?: string
}

export const isWrite = ({ action }: Pick<PlanStep, 'action'>) => action !== 'none' && action !== 'refused'

/** Secret openstack/ceph-client-nova */
export function objectName({ kind, namespace, name }: Pick<ObjectAt, 'kind' | 'namespace' | 'name'>): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
}

export const stepId = (target: ObjectAt) => `${target.cluster} ${objectName(target)}`

const OUTCOMES = ['written', 'refreshed', 'unchanged', 'refused', 'failed', 'waiting', 'skipped'] as const

/** waiting: written, but its controller has not answered in time. skipped: not started. */
export type StepOutcome = (typeof OUTCOMES)[number]

export interface StepResult {
  readonly step: PlanStep
  readonly outcome: StepOutcome
  readonly reasons: readonly Reason[]
  /** Set if something was written. */
  readonly resourceVersion?: string
  readonly uid?: string
  /** The object was written, even if a later part of the step failed. */
  readonly wrote: boolean
  readonly undo?: Undo
}

/** How to undo a write; without a command it cannot be undone. */
export interface Undo {
  readonly text: string
  readonly command?: string
}
