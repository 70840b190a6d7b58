// SPDX-License-Identifier: Apache-2.0

// kubectl as it is released, and nothing else in the program.
package main

import (
	"os"

	"k8s.io/component-base/cli"
	_ "k8s.io/client-go/plugin/pkg/client/auth"
	kubectl "k8s.io/kubectl/pkg/cmd"
)

func main() {
	os.Exit(cli.Run(kubectl.NewDefaultKubectlCommand()))
}
