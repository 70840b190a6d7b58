// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { listAt, textAt } from '../../model/object/fields.ts'
import { C5c3Error } from '../../model/report/errors.ts'
import { API_VERSION } from '../../model/report/report.ts'
import { safeLine } from '../../model/text/sanitize.ts'
import { findingKey } from '../../reports/shared/finding-key.ts'

/** The findings of an earlier `check -o json`, by findingKey(). */
export async function readBaseline(file: string, cwd: string): Promise<ReadonlySet<string>> {
  const refuse = (why: string) =>
    new C5c3Error('USAGE', 'usage', `baseline ${safeLine(file)}: ${why}`, [
      'kubectl c5c3 check -o json > baseline.json',
    ])
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => {
    throw refuse('cannot be read')
  })
  const document = parseJson(text)
  if (document === undefined) throw refuse('is no JSON document')
  const version = textAt(document, 'apiVersion')
  if (version !== API_VERSION)
    throw refuse(version ? `is of version ${safeLine(version)}, this tool writes ${API_VERSION}` : 'has no apiVersion')
  if (textAt(document, 'kind') !== 'Check') throw refuse('is not what check -o json printed')
  return new Set(
    listAt(document, 'findings').map((finding) =>
      findingKey({
        check: textAt(finding, 'check') ?? '',
        mode: textAt(finding, 'mode') ?? '',
        subject: {
          cluster: textAt(finding, 'subject.cluster') ?? '',
          kind: textAt(finding, 'subject.kind') ?? '',
          namespace: textAt(finding, 'subject.namespace') ?? '',
          name: textAt(finding, 'subject.name') ?? '',
        },
      }),
    ),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
