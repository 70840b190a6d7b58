// SPDX-License-Identifier: Apache-2.0
import type { Location, Log, ReportingDescriptor, Result } from 'sarif'
import type { Alert, AlertRule, Alerts } from '../model/report/alert.ts'

/** SARIF 2.1.0. Objects of a cluster have no file: their path takes its place. */
export function toSarif({ rules, alerts, notices, exitCode }: Alerts): string {
  const order = new Map(rules.map(({ id }, i) => [id, i]))
  const document: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'kubectl-c5c3', rules: rules.map(ruleOf) } },
        invocations: [
          {
            executionSuccessful: true,
            exitCode,
            toolExecutionNotifications: notices.map((text) => ({ level: 'warning', message: { text } })),
          },
        ],
        results: alerts.map((alert) => resultOf(alert, order.get(alert.rule))),
      },
    ],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function ruleOf({ id, title, text, help, level, tags }: AlertRule): ReportingDescriptor {
  return {
    id,
    name: pascal(id),
    shortDescription: { text: title },
    fullDescription: { text },
    help: { text: help.replace(/\*\*|```\n?/g, ''), markdown: help },
    defaultConfiguration: { level },
    properties: { tags: [...tags] },
  }
}

function resultOf(
  { rule, level, message, place, places, fingerprint, suppressed, properties }: Alert,
  ruleIndex?: number,
): Result {
  return {
    ruleId: rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level,
    message: { text: message },
    locations: (places ?? [place]).map(locationOf),
    partialFingerprints: { 'c5c3/v1': fingerprint },
    ...(suppressed ? { suppressions: [{ kind: 'external', justification: suppressed }] } : {}),
    properties,
  }
}

function locationOf({ path, line, column, kind }: Alert['place']): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
      region: { startLine: line ?? 1, ...(column ? { startColumn: column } : {}) },
    },
    ...(kind ? { logicalLocations: [{ fullyQualifiedName: path, kind }] } : {}),
  }
}

const pascal = (id: string) =>
  id
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
