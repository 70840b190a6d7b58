// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package tools pins the released krew that the tests build and run.
package tools

import (
	_ "sigs.k8s.io/krew/cmd/krew"
	_ "sigs.k8s.io/krew/cmd/validate-krew-manifest"
)
