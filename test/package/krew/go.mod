module krew-tools

go 1.25

require sigs.k8s.io/krew v0.5.0
