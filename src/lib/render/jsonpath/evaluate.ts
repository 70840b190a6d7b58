// SPDX-License-Identifier: Apache-2.0
import type { Filter, FilterOperator, Path, PathStep, Template } from './template.ts'

/**
 * Evaluates a template. Missing keys, indexes out of range and comparisons of different types find nothing and never
 * fail, because the exit code must be the same for every format.
 */
export function fill(template: Template, document: unknown): string {
  return template
    .map((part) => {
      if (part.type === 'text') return part.text
      const found = find(part.path, document)
      if (part.type === 'path') return found.map(printed).join(' ')
      return found.map((value) => fill(part.body, value)).join('')
    })
    .join('')
}

/** All values that a path finds, in document order. */
export function find(path: Path, document: unknown): readonly unknown[] {
  return path.reduce<readonly unknown[]>((values, step) => applyStep(step, values), [document])
}

/** A value as text: strings as they are, lists and objects as JSON on one line. */
export function printed(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function applyStep(step: PathStep, values: readonly unknown[]): readonly unknown[] {
  switch (step.type) {
    case 'literal':
      return [step.value]
    case 'union':
      return step.of.flatMap((each) => applyStep(each, values))
    case 'field':
      return values.flatMap((value) =>
        isObject(value) && Object.hasOwn(value, step.name) ? present(value[step.name]) : [],
      )
    case 'each':
      return values.flatMap((value) => (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []))
    case 'descend':
      return values.flatMap(containers)
    case 'index':
      return lists(values).flatMap((list) => {
        const at = step.at < 0 ? step.at + list.length : step.at
        return at >= 0 && at < list.length ? [list[at]] : []
      })
    case 'slice':
      return lists(values).flatMap((list) => list.slice(step.from ?? 0, step.to).filter((_, i) => i % step.step === 0))
    case 'filter':
      return lists(values).flatMap((list) => list.filter((value) => matches(step.filter, value)))
  }
}

/** JSON has no undefined. */
const present = (value: unknown) => (value === undefined ? [] : [value])

const lists = (values: readonly unknown[]) => values.filter((value): value is unknown[] => Array.isArray(value))

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Iterative: a tree may be deeper than the call stack. */
function containers(value: unknown): readonly unknown[] {
  const found: unknown[] = []
  const stack = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next !== 'object' || next === null) continue
    found.push(next)
    for (const inner of Object.values(next).reverse()) stack.push(inner)
  }
  return found
}

function matches({ left, test }: Filter, value: unknown): boolean {
  const [first, ...more] = find(left, value)
  if (!test) return first !== undefined
  const [second, ...others] = find(test.right, value)
  if (first === undefined || second === undefined || more.length > 0 || others.length > 0) return false
  return compare(first, second, test.operator)
}

function compare(a: unknown, b: unknown, operator: FilterOperator): boolean {
  if (operator === '==') return a === b
  if (operator === '!=') return typeof a === typeof b && a !== b
  if (typeof a === 'number' && typeof b === 'number') return ordered(a - b, operator)
  if (typeof a === 'string' && typeof b === 'string') return ordered(a < b ? -1 : a > b ? 1 : 0, operator)
  return false
}

function ordered(sign: number, operator: FilterOperator): boolean {
  switch (operator) {
    case '<':
      return sign < 0
    case '<=':
      return sign <= 0
    case '>':
      return sign > 0
    default:
      return sign >= 0
  }
}
