// SPDX-License-Identifier: Apache-2.0
export interface NamedObject {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/**
 * The objects of the given kinds that a condition's message names, in its order. Messages only help to find the object;
 * its state is read from the object itself.
 */
export function namedObjects(message: string, kinds: ReadonlySet<string>): readonly NamedObject[] {
  return [...message.matchAll(NAMED)].flatMap(([, kind = '', word, quoted, before, after, bare, namespace]) => {
    // Accept an unquoted name only after "child": anything else may be plain English.
    const name = quoted ?? after ?? (word === 'child' ? bare : undefined)
    const objectNamespace = namespace ?? before
    return name && kinds.has(kind) ? [{ kind, name, ...(objectNamespace ? { namespace: objectNamespace } : {}) }] : []
  })
}

/** The objects that block K-ORC: "Waiting for Domain/default to be created". */
export function awaitedObjects(message: string): readonly NamedObject[] {
  return [...message.matchAll(BLOCKER)].flatMap(([, kind, name]) => (kind && name ? [{ kind, name }] : []))
}

const NAME = '[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?'

/** MariaDB "openstack-db" in namespace "openstack"; KeystoneService child x: …; ExternalSecret openstack/x. */
const NAMED = new RegExp(
  `\\b([A-Z][A-Za-z]{2,40})(?: (cluster|child|import|instance|CR))? (?:"(${NAME})"|([a-z0-9-]{1,63})/(${NAME})|(${NAME}))` +
    '(?: in namespace "([a-z0-9-]{1,63})")?',
  'g',
)

const BLOCKER = new RegExp(`\\bWaiting for ([A-Z][A-Za-z]{2,40})/(${NAME}) to be (?:created|ready)`, 'g')
