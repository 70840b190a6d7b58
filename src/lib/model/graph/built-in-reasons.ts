// SPDX-License-Identifier: Apache-2.0
/** Reasons that this tool sets (no controller does), with their meaning. */
export const OWN_REASONS: Readonly<Record<string, string>> = {
  Missing: 'Something refers to it, every cluster that could hold it was read, and it is not there.',
  NotObserved: 'Its controller has not written a status yet: nothing says how it is.',
  Stale: 'Its status is about an older spec than the one that stands there now: its controller has not caught up.',
  BeingCreated: 'Its cluster is being created: the Shoot is there, the cluster cannot be read yet.',
  Cached: 'Its cluster could not be read. This is the last copy Crossplane saw, which is never proof that it is well.',
  Malformed: 'A field that decides has a type or a value that cannot be understood.',
  NotSeen: 'It could not be read, so nothing is known of it.',
  Deleting: 'It is being deleted and something still holds it.',
  ScaledToZero: 'Its desired number of replicas is 0.',
  ControllerNotRunning:
    'The workload of its controller has no ready replica, so its status may be out of date: nothing reconciles it.',
  NotAllReady: 'Fewer replicas are ready than it wants.',
}
