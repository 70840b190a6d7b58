// SPDX-License-Identifier: Apache-2.0

import { badRequest } from '../http/status-errors.ts'
import { type Manifest, valueAtKeys } from '../json.ts'
import { type ResourceType, resourceKey } from './resource-type.ts'

export type Matcher = (object: Manifest) => boolean

/** Combines both selectors of a request; undefined if everything matches. */
export function selectorOf(type: ResourceType, query: URLSearchParams): Matcher | undefined {
  const tests = [...labelTests(query.get('labelSelector') ?? ''), ...fieldTests(type, query.get('fieldSelector') ?? '')]
  return tests.length === 0 ? undefined : (object) => tests.every((test) => test(object))
}

const OPERATORS = 'in, notin, =, ==, !=, gt, lt'
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/

/** Supports every operator of kubectl. Throws 400 with the real server's message. */
function labelTests(selector: string): Matcher[] {
  const tokens = selector.match(/[!=]=|[=!,()<>]|[^\s=!,()<>]+/g) ?? []
  const tests: Matcher[] = []
  let i = 0
  const next = () => tokens[i++] ?? ''
  const found = (token: string, expected: string) => badRequest(`found '${token}', expected: ${expected}`)
  while (i < tokens.length) {
    tests.push(requirement())
    if (i === tokens.length) break
    const comma = next()
    if (comma !== ',') throw found(comma, "',' or 'end of string'")
    const following = tokens[i] ?? ''
    if (following === '' || following === ',') throw found(following, "identifier after ','")
  }
  return tests

  function requirement(): Matcher {
    const negated = tokens[i] === '!'
    if (negated) i++
    const key = next()
    if (/^[=!,()<>]*$/.test(key)) throw found(key, "!, identifier, or 'end of string'")
    const label = (object: Manifest) => object.metadata.labels?.[key]
    const following = tokens[i]
    if (negated || following === undefined || following === ',')
      return (object) => (label(object) === undefined) === negated
    const operator = next()
    const values = valuesOf(operator)
    const invalidIndex = values.findIndex((value) => !LABEL_VALUE.test(value))
    if (invalidIndex >= 0)
      throw badRequest(
        `unable to parse requirement: values[${invalidIndex}][${key}]: Invalid value: ${JSON.stringify(values[invalidIndex])}: a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character`,
      )
    return labelTest(label, operator, values)
  }

  function valuesOf(operator: string): readonly string[] {
    if (operator !== 'in' && operator !== 'notin') {
      if (!['=', '==', '!=', 'gt', 'lt', '>', '<'].includes(operator))
        throw badRequest(`unable to parse requirement: found '${operator}', expected: ${OPERATORS}`)
      const value = tokens[i] === undefined || tokens[i] === ',' ? '' : next()
      if (/^(gt|lt|>|<)$/.test(operator) && !/^-?\d+$/.test(value))
        throw badRequest(
          `unable to parse requirement: values[0]: Invalid value: ${JSON.stringify(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
        )
      return [value]
    }
    const open = next()
    if (open !== '(') throw badRequest(`unable to parse requirement: found '${open}' expected: '('`)
    const values: string[] = []
    for (let token = next(); token !== ')'; token = next()) {
      if (token === '') throw badRequest("unable to parse requirement: found '', expected: ',' or ')'")
      if (token !== ',') values.push(token)
    }
    return values.length === 0 ? [''] : values
  }
}

function labelTest(
  label: (object: Manifest) => string | undefined,
  operator: string,
  values: readonly string[],
): Matcher {
  const [value = ''] = values
  switch (operator) {
    case 'in':
    case '=':
    case '==':
      return (object) => values.includes(label(object) ?? '\0')
    case 'notin':
    case '!=':
      return (object) => !values.includes(label(object) ?? '\0')
    default: {
      const above = operator === 'gt' || operator === '>'
      return (object) => {
        const number = Number.parseInt(label(object) ?? '', 10)
        return above ? number > Number(value) : number < Number(value)
      }
    }
  }
}

/** Fields that the real server supports; others get 400. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  events: [
    ...['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map(
      (f) => `involvedObject.${f}`,
    ),
    ...['reason', 'reportingComponent', 'source', 'type'],
  ],
  'events.events.k8s.io': [
    ...['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map((f) => `regarding.${f}`),
    ...['reason', 'reportingController', 'type'],
  ],
  pods: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  secrets: ['type'],
  namespaces: ['status.phase'],
  nodes: ['spec.unschedulable'],
  services: ['spec.clusterIP', 'spec.type'],
  'jobs.batch': ['status.successful'],
  'certificatesigningrequests.certificates.k8s.io': ['spec.signerName'],
}

/** Throws 400 for a field that the resource does not support. */
function fieldTests(type: ResourceType, selector: string): Matcher[] {
  const known = new Set(['metadata.name', 'metadata.namespace', ...(FIELDS[resourceKey(type)] ?? [])])
  return split(selector).map((term) => {
    const [, field = '', operator = '', escaped = ''] = /^([^=!]*)(!=|==|=)(.*)$/.exec(term) ?? []
    if (operator === '') throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`)
    if (!known.has(field)) throw badRequest(`field label not supported: ${field}`)
    const value = escaped.replace(/\\(.)/g, '$1')
    const path = fieldPath(field)
    const isEqual = operator !== '!='
    return (object) => {
      const found = valueAtKeys(object, ...path)
      return (String(found ?? (field === 'spec.unschedulable' ? false : '')) === value) === isEqual
    }
  })
}

const fieldPath = (field: string) => (field === 'source' ? ['source', 'component'] : field.split('.'))

const split = (selector: string) =>
  selector
    .split(/(?<!\\),/)
    .map((term) => term.trim())
    .filter((term) => term !== '')
