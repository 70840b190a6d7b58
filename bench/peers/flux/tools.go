// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package tools pins the released peer that the measurements build and run.
package tools

import _ "github.com/fluxcd/flux2/v2/cmd/flux"
