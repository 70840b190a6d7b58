// SPDX-License-Identifier: Apache-2.0
// A Git repository on loopback, fetched over HTTP.
import { execFileSync, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tempFolder } from '../harness/temp-folder.ts'

export interface Repository {
  readonly url: string
  /** Commits exactly these files to the branch main; returns the revision in Flux format. */
  commit(files: Readonly<Record<string, string>>): string
  stop(): Promise<void>
}

/** Ignores the Git configuration of the user. */
const ENV = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'lab',
  GIT_AUTHOR_EMAIL: 'lab@example.com',
  GIT_COMMITTER_NAME: 'lab',
  GIT_COMMITTER_EMAIL: 'lab@example.com',
}

export async function serveRepository(): Promise<Repository> {
  const folder = tempFolder()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env: ENV }).toString().trim()
  git('init', '--quiet', '--bare', '--initial-branch=main')
  const server = createServer((request, response) => answer(folder, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fleet.git`,
    commit(files) {
      git(`--git-dir=${folder}`, `--work-tree=${tempFolder(files)}`, 'add', '--all')
      git('update-ref', 'refs/heads/main', committed(git))
      return `main@sha1:${git('rev-parse', 'main')}`
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Commits the index on top of the last commit. */
function committed(git: (...args: string[]) => string): string {
  const parents = git('for-each-ref', '--format=%(objectname)', 'refs/heads/main').split('\n').filter(Boolean)
  return git('commit-tree', git('write-tree'), '-m', 'a change', ...parents.flatMap((parent) => ['-p', parent]))
}

/** The two requests of a fetch: list the refs, send a pack. */
function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (pathname === '/fleet.git/info/refs') {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
    response.write('001e# service=git-upload-pack\n0000')
    uploadPack(folder, ['--advertise-refs']).stdout.pipe(response)
  } else if (pathname === '/fleet.git/git-upload-pack') {
    const git = uploadPack(folder, [])
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
    request.pipe(git.stdin)
    git.stdout.pipe(response)
  } else response.writeHead(404).end()
}

function uploadPack(folder: string, flags: readonly string[]) {
  const git = spawn('git', ['upload-pack', '--stateless-rpc', ...flags, folder], {
    env: ENV,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // The client may disconnect early.
  git.stdin.on('error', () => {})
  return git
}
