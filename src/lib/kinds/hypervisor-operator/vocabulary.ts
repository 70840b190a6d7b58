// SPDX-License-Identifier: Apache-2.0
// openstack-hypervisor-operator@8ee7e08 and kvm-node-agent@61cf02a: both write to Hypervisor.
import type { Vocabulary } from '../../model/graph/vocabulary.ts'

const READY = 'Ready=True/Ready Hypervisor is ready'
const NOT_ONBOARDED = 'Ready=False/Onboarding Onboarding was aborted'
const EVICTING = 'Evicting=True/Running Evicting'

export const HYPERVISOR_VOCABULARY: readonly Vocabulary[] = [
  {
    kind: 'Hypervisor.kvm.cloud.sap',
    healthy: [
      READY,
      'Onboarding=False/Succeeded Onboarding completed',
      'HypervisorDisabled=False/Succeeded Hypervisor is enabled',
      'HaEnabled=True/Succeeded',
      'libvirtd.service=True/Running libvirtd.service: active, loaded',
      'LibVirtConnection=True/Connected',
    ],
    entries: [
      ['failed', ['libvirtd.service=False/Failed libvirtd.service: failed, loaded']],
      ['failed', ['libvirtd.service=False/Stopped libvirtd.service: inactive, loaded']],
      ['progressing', ['libvirtd.service=False/Stopped libvirtd.service: inactive, loaded'], { minutes: 1 }],
      ['maintenance', ['libvirtd.service=False/Stopped'], { spec: { maintenance: 'manual' } }],
      ['failed', ['openvswitch-switch.service=False/Failed openvswitch-switch.service: failed, loaded']],
      ['failed', ['LibVirtConnection=False/ConnectFailed unable to connect to libvirtd']],
      ['failed', ['LibVirtConnection=False/LibVirtServiceNotRunning libvirtd service is not running']],
      ['failed', ['LibVirtConnection=False/ProcessFailed unable to process hypervisor via libvirt']],
      ['healthy', ['OperatingSystemUpdate=True/Running Operating system update to 1.2 is running']],
      ['healthy', ['OperatingSystemUpdate=True/Completed Operating system update 1.2 is installed']],
      ['degraded', ['OperatingSystemUpdate=False/Stopped no space left on device']],
      ['healthy', ['TLSCertificateInstalled=True/Ready TLS certificate is ready and updated']],
      ['healthy', ['TLSCertificateInstalled=False/Installing Installing TLS certificate from Secret']],
      ['degraded', ['TLSCertificateInstalled=False/FailedToUpdateTLSCertificate permission denied']],
      ['degraded', ['TLSCertificateInstalled=False/FailedToStartUpdateTLSService unit not found']],
      ['progressing', ['Onboarding=True/Initial Initial onboarding', 'Ready=False/Onboarding']],
      ['progressing', ['Onboarding=True/Testing Running onboarding tests', 'Ready=False/Onboarding']],
      [
        'progressing',
        ['Onboarding=True/Handover Waiting for other controllers to take over', 'Ready=False/Onboarding'],
      ],
      ['degraded', ['Onboarding=True/Testing Server ended up in error state: No valid host', 'Ready=False/Onboarding']],
      ['progressing', ['Onboarding=True/Testing Server ended up in error state: x'], { minutes: 5 }],
      ['degraded', ['Onboarding=True/Testing timeout waiting for console output since 10:00']],
      ['degraded', ['Onboarding=True/Aborted failed to delete server', 'Ready=False/Onboarding']],
      [
        'suspended',
        ['Onboarding=False/Aborted Aborted due to LifecycleEnabled being false', NOT_ONBOARDED],
        { spec: { lifecycleEnabled: false }, status: { numInstances: 9 } },
      ],
      ['healthy', [], { spec: { lifecycleEnabled: false } }],
      ['failed', ['Onboarding=False/Aborted failed to update aggregates: 409', NOT_ONBOARDED]],
      [
        'failed',
        ['libvirtd.service=False/Failed', 'Onboarding=False/Aborted Aborted due to LifecycleEnabled being false'],
        { spec: { lifecycleEnabled: false } },
      ],
      ['off', ['Offboarded=True/Offboarded Offboarding successful', 'Ready=False/Offboarded']],
      ['maintenance', ['Terminating=True/Terminating', 'Ready=False/Terminating Hypervisor is terminating']],
      ['maintenance', ['Ready=False/Evicting Hypervisor is disabled and evicting']],
      ['maintenance', ['Ready=False/Evicted'], { spec: { maintenance: 'auto' } }],
      ['failed', ['Ready=False/Maintenance'], { spec: { maintenance: 'ha' } }],
      ['degraded', ['TraitsUpdated=False/Failed failed to update traits']],
      ['degraded', ['AggregatesUpdated=False/Failed failed to apply aggregates: 403']],
      ['healthy', ['AggregatesUpdated=False/WaitingForTraits Waiting for traits to be applied']],
      ['degraded', ['HypervisorDisabled=True/Succeeded Hypervisor is disabled']],
      ['healthy', ['Tainted=True/Kubectl changed by hand']],
    ],
  },
  {
    kind: 'Eviction.kvm.cloud.sap',
    healthy: ['Evicting=False/Succeeded eviction completed successfully'],
    entries: [
      ['failed', ['Evicting=False/Failed failed to get hypervisor 404']],
      ['progressing', [EVICTING, 'PreflightChecksSucceeded=False/Failed hypervisor not disabled'], { minutes: 1 }],
      ['failed', [EVICTING, 'PreflightChecksSucceeded=False/Failed hypervisor not disabled'], { minutes: 30 }],
      ['progressing', [EVICTING, 'PreflightChecksSucceeded=True/Succeeded Preflight checks passed']],
      ['progressing', [EVICTING, 'MigratingInstance=True/Running live migration of 1']],
      ['progressing', [EVICTING, 'MigratingInstance=False/Succeeded Migration of instance 1 finished']],
      ['progressing', [EVICTING, 'MigratingInstance=False/Failed Live migration of terminating instance 1 skipped']],
      ['degraded', [EVICTING, 'MigratingInstance=False/Failed Migration of instance 1 failed: x'], { minutes: 5 }],
      ['failed', [EVICTING, 'MigratingInstance=False/Failed Migration of instance 1 failed: x'], { minutes: 90 }],
    ],
  },
]
