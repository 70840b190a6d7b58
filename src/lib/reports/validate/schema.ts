// SPDX-License-Identifier: Apache-2.0
import type { FindingSeverity } from '../../model/check/check.ts'
import type { ManifestFinding } from '../../model/check/manifest-finding.ts'
import { count, flag, listSchema, objectSchema, optionalField, text, word } from '../schema/describe.ts'
import { report } from '../schema/envelope.ts'
import type { ValidateReport } from './report.ts'

const SEVERITY = word<FindingSeverity>('How bad it is.', {
  error: '',
  warning: '',
  info: 'good to know, and not counted',
})

const FINDING = objectSchema<ManifestFinding>({
  file: text('The file as it was given, or stdin.'),
  line: count('From 1.'),
  column: count('From 1.'),
  rule: text('The rule that is broken.'),
  severity: SEVERITY,
  object: optionalField(text('KIND NAMESPACE/NAME')),
  path: optionalField(text('The field.')),
  message: text('What is wrong.'),
  mode: optionalField(text('The failure mode of the catalogue it would become.')),
})

export const validate = report<ValidateReport>(
  'Validate',
  'what is wrong with claims and pools before they are merged',
  {
    files: count('How many files were read.'),
    documents: count('How many YAML documents they hold.'),
    checked: listSchema(
      objectSchema<ValidateReport['checked'][number]>({
        object: text('KIND NAMESPACE/NAME'),
        file: text('The file.'),
        line: count('Where it begins.'),
      }),
      'Claims, pools, and what else has a definition among the files or in the management cluster.',
    ),
    others: count('How many of those checked are neither claim nor pool.'),
    patches: count('Files that a kustomization takes as patches: not checked by themselves.'),
    celRules: count('Rules in CEL of the schemas: not tried, only an API server does.'),
    failOn: SEVERITY,
    offline: flag('No cluster was asked: the schema is that of the specification.'),
    findings: listSchema(FINDING),
  },
  { field: 'findings', row: FINDING },
)
