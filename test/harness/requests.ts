// SPDX-License-Identifier: Apache-2.0
// What a command asked of clusters, as --debug tells it, in the words of RBAC.

/** One request that RBAC decides about. */
export interface Asked {
  readonly context: string
  readonly verb: string
  readonly group: string
  /** plural, or plural/subresource */
  readonly resource: string
  readonly namespace?: string
  readonly name?: string
}

const LINE = /^debug: (\S+): (GET|POST|PATCH|PUT|DELETE) (\S+) \d+ \d+ bytes/gm
/** What everybody who is logged in may ask: discovery, versions, reviews of oneself. */
const OPEN = /^\/(api|apis|version|openapi)(\/v1)?$|^\/apis\/[^/]+(\/[^/]+)?$|\/selfsubject\w*reviews$/
const PATH = /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)(?:\/namespaces\/([^/]+)(?=\/))?\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/

const VERBS: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'patch', PUT: 'update', DELETE: 'delete' }

/** The requests of a run with --debug. A path that nobody understands fails the test. */
export function askedIn(stderr: string): readonly Asked[] {
  return [...stderr.matchAll(LINE)].flatMap(([, context = '', method = '', path = '']): Asked[] => {
    if (OPEN.test(path)) return []
    const match = PATH.exec(path)
    if (!match) throw new Error(`no request of a resource: ${method} ${path}`)
    const [, group = '', namespace, plural = '', name, subresource] = match
    const verb = VERBS[method] ?? (name === undefined ? 'list' : 'get')
    return [
      {
        context,
        verb,
        group,
        resource: subresource === undefined ? plural : `${plural}/${subresource}`,
        ...(namespace === undefined ? {} : { namespace }),
        ...(name === undefined ? {} : { name }),
      },
    ]
  })
}
