// SPDX-License-Identifier: Apache-2.0
// The released modules of the controllers, and what is built of them.

export interface Program {
  readonly module: string
  readonly version: string
  /** The expected checksum of the module, as in go.sum. */
  readonly sum: string
  readonly package: string
  /** The folder of the CRDs in the module. */
  readonly crds: string
  /** Source changes before the build, by path: the whole file, or texts in pairs: old, new, old, new. */
  readonly instead?: Readonly<Record<string, string | readonly string[]>>
}

const imports = (module: string, name: string, packages: readonly string[]) =>
  `package ${name}\n\nimport (\n${packages.map((each) => `\t_ "${module}/${each}"\n`).join('')})\n`

const EXTERNAL_SECRETS = 'github.com/external-secrets/external-secrets'

/** Disables metrics, and takes the webhook port from the environment. */
const LOOPBACK = `package main

import (
	"os"
	"strconv"

	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

func init() {
	server.DefaultBindAddress = "0"
	if port, err := strconv.Atoi(os.Getenv("LAB_WEBHOOK_PORT")); err == nil {
		webhook.DefaultPort = port
	}
}
`

/** A Flux controller. Its go.mod refers to the module of its kinds in a folder that no released module has. */
const flux = (name: string, version: string, sum: string, kinds: { readonly sum: string; readonly mod: string }) => {
  const [module, known] = [`github.com/fluxcd/${name}`, 'github.com/fluxcd/pkg/apis/meta v1.30.1 h1:']
  const sums = `${module}/api ${version} ${kinds.sum}\n${module}/api ${version}/go.mod ${kinds.mod}\n`
  const instead = { 'go.mod': [`replace ${module}/api => ./api\n`, ''], 'go.sum': [known, `${sums}${known}`] }
  return { module, version, sum, package: '.', crds: 'config/crd/bases', instead }
}

/** By the name of the binary, which some of them use as their field manager. */
export const PROGRAMS = {
  manager: {
    module: 'github.com/k-orc/openstack-resource-controller/v2',
    version: 'v2.6.0',
    sum: 'h1:KKmdPiec2rzXv8NWWF01qQT6pIp4pILhDTnj45Nq7Uc=',
    package: './cmd/manager',
    crds: 'config/crd/bases',
  },
  'external-secrets': {
    module: EXTERNAL_SECRETS,
    version: 'v0.20.4',
    sum: 'h1:HhNAjWfFEshhItphr28SGsHzf2bUP7uDAOVLg76uNAg=',
    package: '.',
    crds: 'config/crds/bases',
    // Without the providers of forty vendors: they are most of the build, and not all modules are available.
    instead: {
      'pkg/provider/register/register.go': imports(EXTERNAL_SECRETS, 'register', [
        'pkg/provider/fake',
        'pkg/provider/kubernetes',
      ]),
      'pkg/generator/register/register.go': imports(EXTERNAL_SECRETS, 'register', ['pkg/generator/fake']),
    },
  },
  provider: {
    module: 'github.com/crossplane-contrib/provider-kubernetes',
    version: 'v1.2.0',
    sum: 'h1:EBqBykO5YbP0A/DJQsd1Rl+L/0tjfKpwf8C7zEsBwsg=',
    package: './cmd/provider',
    crds: 'package/crds',
    // It has no flags for its listen addresses, and would listen on all interfaces.
    instead: {
      'cmd/provider/main.go': ['CertDir: certDir,', 'CertDir: certDir, Host: "127.0.0.1",'],
      'cmd/provider/lab.go': LOOPBACK,
    },
  },
  crossplane: {
    module: 'github.com/crossplane/crossplane',
    version: 'v1.20.3',
    sum: 'h1:86OuqXKTE1Dw2/UVXrDxUIJ/bQzNuBHgEKEg9NjbocY=',
    package: './cmd/crossplane',
    crds: 'cluster/crds',
    // Its flags set ports, not addresses.
    instead: {
      'cmd/crossplane/core/core.go': [
        'fmt.Sprintf(":%d", c.MetricsPort)',
        'fmt.Sprintf("127.0.0.1:%d", c.MetricsPort)',
        'fmt.Sprintf(":%d", c.HealthProbePort)',
        'fmt.Sprintf("127.0.0.1:%d", c.HealthProbePort)',
      ],
    },
  },
  // Not newer: those need a module that is not always available.
  'source-controller': flux('source-controller', 'v1.9.3', 'h1:Zj1gfvK/2MFIm/K3vh5fSHoJBoggLKMuLWf5ZEmaF0w=', {
    sum: 'h1:Z5Id6iPV+n1OY/14dpC18PaHRATzAyZkjAzDNYxSl4E=',
    mod: 'h1:qO98L20gw0MvLpSPapJKypyxHP7PejmJN5KxWXxDjCA=',
  }),
  'kustomize-controller': flux('kustomize-controller', 'v1.9.4', 'h1:VBnBMhnemqnE5Zca2AoG2gC4472MoiTmk9rdqvLoMcY=', {
    sum: 'h1:3Hf5322qL5G9Sb6m3oTcv4xQo9xDIi8vLOFQQvW8Jug=',
    mod: 'h1:utxc483AZDArFeBW5XeD/wiD0+E1oQbPi3b/TZc+v10=',
  }),
  'helm-controller': flux('helm-controller', 'v1.6.1', 'h1:b0XKTQCGlQy4nOGfEFMbn/e+/j9IMEHSDlKecbZkG9M=', {
    sum: 'h1:h48BXjp/hvN8pIst5KfU++3oyLlO2OpigXfclSj7NW4=',
    mod: 'h1:CaI5bHedusLcXYj1+pkd4RkSE8TtiEHI3ReHNsUySbg=',
  }),
} as const satisfies Record<string, Program>

export type ProgramName = keyof typeof PROGRAMS
