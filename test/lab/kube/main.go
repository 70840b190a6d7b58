// SPDX-License-Identifier: Apache-2.0

// The test laboratory in one binary: what it does depends on the name it is called by.
// One link step instead of four keeps a cold build short.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	endWithParent()
	switch name := filepath.Base(os.Args[0]); name {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllers.NewControllerManagerCommand()))
	case "kubectl":
		os.Exit(cli.Run(kubectl.NewDefaultKubectlCommand()))
	default:
		fmt.Fprintf(os.Stderr, "call me etcd, kube-apiserver, kube-controller-manager or kubectl, not %s\n", name)
		os.Exit(2)
	}
}

// The tests hold our standard input open. When they die, however they die, it closes and no server stays behind.
func endWithParent() {
	if os.Getenv("LAB_END_WITH_STDIN") == "" {
		return
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
}
