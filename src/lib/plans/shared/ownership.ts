// SPDX-License-Identifier: Apache-2.0
import { FIELD_MANAGER, type FieldManager, type FieldPath, managersOf, owns } from '../../model/object/field-manager.ts'
import type { KubeObject } from '../../model/object/resource.ts'
import type { Reason } from '../../model/plan/plan.ts'

/** Field managers of interactive tools; --adopt may take their fields. */
const HUMAN = /^(kubectl($|-)|before-first-apply$|Mozilla)/

export const isHuman = ({ manager }: Pick<FieldManager, 'manager'>) =>
  HUMAN.test(manager) && manager !== 'kubectl-controller'

/** Labels and annotations that mark an object as managed by a tool, whatever managedFields say. */
const MARKS: readonly Mark[] = [
  mark(
    'labels',
    'reconcile.external-secrets.io/managed',
    'External Secrets',
    'change the source of its ExternalSecret',
  ),
  mark('labels', 'reconcile.external-secrets.io/created-by', 'External Secrets', 'change its ExternalSecret'),
  mark('labels', 'kustomize.toolkit.fluxcd.io/name', 'the Flux Kustomization', 'change it in Git'),
  mark('labels', 'helm.toolkit.fluxcd.io/name', 'the Flux HelmRelease', 'change its values in Git'),
  mark('annotations', 'meta.helm.sh/release-name', 'the Helm release', 'change its values and upgrade it'),
  mark('annotations', 'argocd.argoproj.io/tracking-id', 'the Argo CD application', 'change it in Git'),
  mark('labels', 'argocd.argoproj.io/instance', 'the Argo CD application', 'change it in Git'),
  mark('labels', 'crossplane.io/composite', 'the Crossplane composite', 'change its Composition or claim'),
]

interface Mark {
  readonly where: 'labels' | 'annotations'
  readonly key: string
  readonly who: string
  readonly hint: string
}

function mark(where: Mark['where'], key: string, who: string, hint: string): Mark {
  return { where, key, who, hint }
}

/** The controller or tool that manages the whole object, by owner reference, label or annotation. */
export function keeperOf(object: KubeObject): Reason | undefined {
  const { ownerReferences = [], labels = {}, annotations = {} } = object.metadata
  const controller = ownerReferences.find((owner) => owner.controller === true)
  if (controller)
    return {
      text: `belongs to ${controller.kind} ${controller.name}, which controls it`,
      hint: `change ${controller.kind} ${controller.name} instead`,
    }
  for (const { where, key, who, hint } of MARKS) {
    const value = { labels, annotations }[where][key]
    if (value !== undefined)
      return { text: `is kept by ${who}${nameIn(key, value)} (${where.slice(0, -1)} ${key})`, hint }
  }
  if (labels['app.kubernetes.io/managed-by'] === 'Helm')
    return { text: 'is kept by Helm (label app.kubernetes.io/managed-by)', hint: 'change its values and upgrade it' }
  return undefined
}

const nameIn = (key: string, value: string) => (/name$|instance$|composite$/.test(key) ? ` ${value}` : '')

/** Other managers of the fields to write. */
export interface Rivals {
  /** Managers that are programs: their fields are never overwritten. */
  readonly programs: readonly FieldManager[]
  /** Interactive managers, whose fields --adopt takes. */
  readonly people: readonly string[]
}

/** Other managers that own any of these fields. An object without managedFields has an unknown writer. */
export function rivalsFor(object: KubeObject, paths: readonly FieldPath[]): Rivals {
  const managers = managersOf(object)
  if (managers.length === 0) return { programs: [], people: ['before-first-apply'] }
  const others = managers.filter((each) => !isOurs(each) && paths.some((path) => owns(each, path)))
  return {
    programs: others.filter((each) => !isHuman(each)),
    people: [...new Set(others.filter(isHuman).map(({ manager }) => manager))],
  }
}

/** Only our Apply operations: a Create or Update under our name was not made by us. */
const isOurs = ({ manager, operation }: FieldManager) => manager === FIELD_MANAGER && operation === 'Apply'

/** The reasons not to take fields of these managers; --adopt overrules interactive ones. */
export function rivalReasons(
  { programs, people }: Rivals,
  paths: readonly FieldPath[],
  adopt: boolean,
): readonly Reason[] {
  const fields = (manager: FieldManager) =>
    paths
      .filter((path) => owns(manager, path))
      .map((path) => path.join('.'))
      .join(', ')
  return [
    ...programs.map((each) => ({
      text: `${fields(each)} ${paths.filter((path) => owns(each, path)).length > 1 ? 'belong' : 'belongs'} to ${each.manager}`,
      hint: `change it where ${each.manager} gets it from`,
    })),
    ...(adopt
      ? []
      : people.map((manager) => ({
          text:
            manager === 'before-first-apply'
              ? 'nobody is known to have written it (no managedFields)'
              : `${paths.map((path) => path.join('.')).join(', ')} were written by hand (${manager})`,
          hint: '--adopt takes it over',
        }))),
  ]
}
