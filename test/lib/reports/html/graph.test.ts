// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { pageGraph } from '../../../../src/lib/reports/html/graph.ts'
import { landscapeRoots } from '../../../../src/lib/reports/html/roots.ts'
import { overviewSubjects } from '../../../../src/lib/reports/shared/find-subject.ts'
import { observeScenario } from '../../../harness/observed.ts'

describe('the graph of a page', () => {
  it('has every object once, every link between two of them, and the root cause of each problem', async () => {
    const { assessment } = await observeScenario('database-down')
    const { graph } = assessment
    const pageData = pageGraph(assessment, { roots: landscapeRoots(graph), all: true })
    expect(pageData.nodes.length).toBe(graph.nodes.size)
    const links = [...graph.nodes.keys()].reduce((sum, id) => sum + new Set(graph.out(id).map(({ to }) => to)).size, 0)
    expect(new Set(pageData.edges.map(([from, to]) => `${from} ${to}`)).size).toBe(links)
    const database = pageData.nodes.findIndex(({ kind, problem }) => kind === 'MariaDB' && problem)
    const keystone = pageData.nodes.find(({ kind, problem }) => kind === 'Keystone' && problem)
    expect(keystone?.waitsFor).toBe(database)
    expect(pageData.words[keystone?.says ?? -1]?.text).toBe('⏸ blocked')
  })

  it('has next steps where one exists', async () => {
    const { assessment } = await observeScenario('pool-unreachable')
    const { nodes } = pageGraph(assessment, { roots: overviewSubjects(assessment.graph, {}) })
    const unseen = nodes.filter(({ source }) => source === 'unseen')
    expect(unseen.length).toBeGreaterThan(0)
    expect(new Set(unseen.flatMap(({ next }) => next))).toEqual(new Set(['kubectl c5c3 contexts check']))
    expect(nodes.filter(({ name, any }) => name.startsWith('*') !== (any !== undefined))).toEqual([])
    expect(nodes.flatMap(({ next }) => next).filter((command) => command.includes('*'))).toEqual([])
  })
})
