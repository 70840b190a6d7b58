// SPDX-License-Identifier: Apache-2.0
/** An object that a message speaks of. */
export interface NamedObject {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

const NAME = '[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?'

/** MariaDB "openstack-db" in namespace "openstack"; KeystoneService child x: …; ExternalSecret openstack/x. */
const SPOKEN = new RegExp(
  `\\b([A-Z][A-Za-z]{2,40})(?: (cluster|child|import|instance|CR))? (?:"(${NAME})"|([a-z0-9-]{1,63})/(${NAME})|(${NAME}))` +
    '(?: in namespace "([a-z0-9-]{1,63})")?',
  'g',
)

/**
 * The objects of the given kinds that a condition's message names, in its order. Words are only a way to find the
 * object: what is wrong is then read from the object.
 */
export function namedObjects(message: string, kinds: ReadonlySet<string>): readonly NamedObject[] {
  return [...message.matchAll(SPOKEN)].flatMap(([, kind = '', word, quoted, before, after, bare, namespace]) => {
    // A bare word is only a name after "child": anything else may be plain English.
    const name = quoted ?? after ?? (word === 'child' ? bare : undefined)
    const space = namespace ?? before
    return name && kinds.has(kind) ? [{ kind, name, ...(space ? { namespace: space } : {}) }] : []
  })
}

const AWAITED = new RegExp(`\\bWaiting for ([A-Z][A-Za-z]{2,40})/(${NAME}) to be (?:created|ready)`, 'g')

/** What K-ORC says it waits for: "Waiting for Domain/default to be created". */
export function awaitedObjects(message: string): readonly NamedObject[] {
  return [...message.matchAll(AWAITED)].flatMap(([, kind, name]) => (kind && name ? [{ kind, name }] : []))
}
