// SPDX-License-Identifier: Apache-2.0
// Rules for workflows, so that no dependency can publish: dependency code runs only in jobs without write access.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from './harness/run-cli.ts'

type Permissions = Readonly<Record<string, string>>
interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}
interface Job {
  readonly permissions?: Permissions
  readonly environment?: string
  readonly needs?: string
  readonly steps: readonly Step[]
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions?: Permissions
  readonly jobs: Readonly<Record<string, Job>>
}

const files = globSync('.github/workflows/*.{yml,yaml}', { cwd: ROOT }).sort()
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const workflowOf = (file: string) => parse(textOf(file)) as Workflow
const uses = ({ steps }: Job, action: string) => steps.filter((step) => step.uses?.startsWith(`${action}@`))
const scriptOf = ({ steps }: Job) => steps.map(({ run = '' }) => run).join('\n')

it('finds the release workflow', () => {
  expect(files).toContain('.github/workflows/release.yml')
})

describe.each(files)('%s', (file) => {
  const workflow = workflowOf(file)
  const jobs = Object.entries(workflow.jobs)
  const canWrite = ({ permissions = workflow.permissions }: Job) =>
    permissions === undefined || Object.values(permissions).includes('write')

  it('grants no permission by default, and each job states what it needs', () => {
    expect(workflow.permissions).toEqual({})
    for (const [name, { permissions }] of jobs) expect(permissions, name).toBeTypeOf('object')
  })

  it('never runs code of a pull request with the permissions of the repository', () => {
    expect(Object.keys(workflow.on)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(pull_request_target|workflow_run)$/)]),
    )
  })

  it('pins each action to a commit and names its version', () => {
    const lines = textOf(file).match(/^.*\buses:.*$/gm) ?? []
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('leaves no token in a checkout', () => {
    for (const [name, job] of jobs)
      for (const step of uses(job, 'actions/checkout')) expect(step.with?.['persist-credentials'], name).toBe(false)
  })

  it('puts no expression into a script, where its value would be executed', () => {
    for (const [name, job] of jobs) expect(scriptOf(job), name).not.toContain('${{')
  })

  it('writes only in jobs with an environment that run no dependency code', () => {
    for (const [name, job] of jobs.filter(([, each]) => canWrite(each))) {
      expect(job.environment, name).toBeTypeOf('string')
      expect(uses(job, 'actions/checkout'), name).toEqual([])
      const commands = scriptOf(job).match(/\b(npm|npx|node|yarn|pnpm|cargo|go|pip)\b[^\n]*/g) ?? []
      for (const command of commands) expect(command, name).toMatch(/^npm publish --ignore-scripts /)
      for (const step of uses(job, 'actions/setup-node')) expect(step.with?.['package-manager-cache']).toBe(false)
    }
  })
})

describe('a release', () => {
  const { build, publish } = workflowOf('.github/workflows/release.yml').jobs as { build: Job; publish: Job }

  it('is built with a read-only token', () => {
    expect(build.permissions).toEqual({ contents: 'read' })
    expect(scriptOf(build)).toContain('npm run package')
  })

  it('is published from the uploaded build, with the permissions that this needs', () => {
    expect(publish.needs).toBe('build')
    expect(publish.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' })
    const [uploaded, downloaded] = [uses(build, 'actions/upload-artifact'), uses(publish, 'actions/download-artifact')]
    expect(uploaded.map((step) => step.with?.['name'])).toEqual(downloaded.map((step) => step.with?.['name']))
    expect(uploaded[0]?.with?.['if-no-files-found']).toBe('error')
  })

  it('attests every downloadable file before it is published', () => {
    const steps = publish.steps.map(({ uses: action = '', run = '', with: inputs }) =>
      action.startsWith('actions/attest@') ? `attest ${inputs?.['subject-path']}` : run,
    )
    const at = (text: string) => steps.findIndex((step) => step.includes(text))
    expect(at('attest release/*')).toBeGreaterThan(at('sha256sum --check --strict SHA256SUMS'))
    expect(at('gh release create')).toBeGreaterThan(at('attest release/*'))
    expect(steps[at('gh release create')]).toMatch(/ release\/\*$/m)
    expect(at('npm publish')).toBeGreaterThan(at('gh release create'))
    expect(steps[at('npm publish')]).toMatch(/--provenance [^\n]*\.\/release\/kubectl-c5c3-\*\.tgz/)
  })
})
