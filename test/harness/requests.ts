// SPDX-License-Identifier: Apache-2.0
// Parses the requests of a command from --debug, in RBAC terms.

/** One request that needs RBAC permission. */
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
/** Allowed for every authenticated user: discovery, versions, self reviews. */
const OPEN = /^\/(api|apis|version|openapi)(\/v1)?$|^\/apis\/[^/]+(\/[^/]+)?$|\/selfsubject\w*reviews$/
const PATH = /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)(?:\/namespaces\/([^/]+)(?=\/))?\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/

const VERBS: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'patch', PUT: 'update', DELETE: 'delete' }

/** The requests of a run with --debug. An unknown path fails the test. */
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
