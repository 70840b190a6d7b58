// SPDX-License-Identifier: Apache-2.0
// The controllers of the laboratory: which released module each is, and what of it is built.

export interface Program {
  readonly module: string
  readonly version: string
  /** What the module proxy must deliver, as in go.sum. */
  readonly sum: string
  readonly package: string
  /** The folder of its CustomResourceDefinitions in the module. */
  readonly crds: string
  /** What of its source is other before it is built, by path: the whole file, or texts in turn: old, new, old, new. */
  readonly instead?: Readonly<Record<string, string | readonly string[]>>
}

const imports = (module: string, name: string, packages: readonly string[]) =>
  `package ${name}\n\nimport (\n${packages.map((each) => `\t_ "${module}/${each}"\n`).join('')})\n`

const EXTERNAL_SECRETS = 'github.com/external-secrets/external-secrets'

/** No metrics, and the port of the webhooks from the environment. */
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

/** By the name of the binary, which some of them show as their field manager. */
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
    // the software of forty vendors is left out: most of the build, and not all of it can be had
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
    // it has no flags for where it listens, and would on all interfaces
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
    // its flags know ports, no addresses
    instead: {
      'cmd/crossplane/core/core.go': [
        'fmt.Sprintf(":%d", c.MetricsPort)',
        'fmt.Sprintf("127.0.0.1:%d", c.MetricsPort)',
        'fmt.Sprintf(":%d", c.HealthProbePort)',
        'fmt.Sprintf("127.0.0.1:%d", c.HealthProbePort)',
      ],
    },
  },
} as const satisfies Record<string, Program>

export type ProgramName = keyof typeof PROGRAMS
