// SPDX-License-Identifier: Apache-2.0
import type { Gap } from '../../model/landscape/gap.ts'
import type { ScopeReport } from '../../model/landscape/scope.ts'
import { API_VERSION, type Completeness, type Report } from '../../model/report/report.ts'
import {
  count,
  define,
  type Fields,
  flag,
  listSchema,
  objectSchema,
  only,
  optionalField,
  type SchemaShape,
  text,
} from './describe.ts'
import { FAULT, STATE } from './words.ts'

/** The schema of one report kind. */
export interface Described extends SchemaShape {
  readonly kind: string
  readonly title: string
  /** The field that -o jsonl prints line by line, and the schema of one row. */
  readonly rows?: { readonly field: string; readonly row: SchemaShape }
}

/** Adds a report's own fields to the envelope that all reports share. */
export function report<R extends Report>(
  kind: R['kind'],
  title: string,
  body: Fields<Omit<R, keyof Report>>,
  rows?: { readonly field: keyof R & string; readonly row: SchemaShape },
): Described {
  const envelope: Fields<Report> = {
    apiVersion: only(API_VERSION),
    kind: { json: { const: kind }, defs: {} },
    verdict: STATE,
    exitCode: count('The exit code of the command, the same for every output format.'),
    completeness: COMPLETENESS,
    scope: optionalField(SCOPE),
  }
  const { json, defs } = objectSchema<Report>({ ...envelope, ...body })
  return { kind, title, json, defs, ...(rows ? { rows } : {}) }
}

export const GAP_SCHEMA = define(
  'Gap',
  objectSchema<Gap>(
    {
      cluster: text('The cluster, by the name it has in completeness.clusters.'),
      kind: optionalField(text('Kind.group; left out when the whole cluster could not be read.')),
      namespace: optionalField(text('Left out when it is about all namespaces.')),
      fault: FAULT,
      message: text('What happened, in words.'),
    },
    'Something that could not be read.',
  ),
)

const SCOPE = define(
  'Scope',
  objectSchema<ScopeReport>(
    {
      region: optionalField(text('Only this region.')),
      tenant: optionalField(text('Only the OpenStack cluster of this name or namespace.')),
      pool: optionalField(text('Only what uses this pool.')),
      namespace: optionalField(text('Only what is claimed in this namespace.')),
      selector: optionalField(text('Only what has these labels.')),
    },
    'What the answer is limited to; left out when it is about everything.',
  ),
)

const COMPLETENESS = define(
  'Completeness',
  objectSchema<Completeness>(
    {
      complete: flag('Nothing that was asked for is missing.'),
      clusters: listSchema(
        objectSchema<Completeness['clusters'][number]>({
          name: text('The cluster: role, or role/name.'),
          complete: flag('Everything in it was read.'),
        }),
      ),
      gaps: listSchema(GAP_SCHEMA),
    },
    'Which clusters were asked, and what could not be read.',
  ),
)
