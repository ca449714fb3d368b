import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { done, instanceId, limit, skip } from '../../wire/common.ts'
import { job, jobChanges, jobId, jobSettings, run, runCommand, runId } from '../../wire/jobs/job.ts'

const byInstance = v.strictObject({ id: instanceId })
const byRun = v.strictObject({ id: instanceId, runId })
const byJob = v.strictObject({ id: instanceId, jobId })
const mayRead = may('instances.read', 'instance', 'params.id')
const mayChange = may('instances.write', 'instance', 'params.id')

/** One-off commands and scheduled jobs of instances. Visitors do not see them: commands are private. */
export const runCalls = {
  readRuns: call({
    method: 'GET',
    path: 'compute-instance/{id}/runs',
    access: mayRead,
    params: byInstance,
    query: v.strictObject({ skip, limit: limit(20), jobId: v.optional(jobId) }),
    response: v.object({ runs: v.array(run), totalCount: v.number() }),
    summary: 'List the one-off commands and the runs of scheduled jobs of an instance, newest first.',
  }),
  readRun: call({
    method: 'GET',
    path: 'compute-instance/{id}/runs/{runId}',
    access: mayRead,
    params: byRun,
    response: v.object({ run }),
    summary: 'Get a run with its state and exit code.',
  }),
  startRun: call({
    method: 'POST',
    path: 'compute-instance/{id}/runs',
    access: mayChange,
    params: byInstance,
    body: v.strictObject(runCommand),
    response: v.object({ run }),
    invalidates: ['readRuns', 'readRun', 'readQuotas'],
    summary: 'Run a command once in a new container with the image and the environment of a service.',
  }),
  cancelRun: call({
    method: 'POST',
    path: 'compute-instance/{id}/runs/{runId}/cancel',
    access: mayChange,
    params: byRun,
    response: v.object({ run }),
    invalidates: ['readRuns', 'readRun'],
    summary: 'Cancel a run that has not ended.',
  }),
  readJobs: call({
    method: 'GET',
    path: 'compute-instance/{id}/jobs',
    access: mayRead,
    params: byInstance,
    response: v.object({ jobs: v.array(job) }),
    summary: 'List the scheduled jobs of an instance by name.',
  }),
  createJob: call({
    method: 'POST',
    path: 'compute-instance/{id}/jobs',
    access: mayChange,
    params: byInstance,
    body: v.strictObject(jobSettings),
    response: v.object({ job }),
    success: 'Job created',
    invalidates: ['readJobs'],
    summary: 'Schedule a command with a cron expression in a time zone.',
  }),
  updateJob: call({
    method: 'PATCH',
    path: 'compute-instance/{id}/jobs/{jobId}',
    access: mayChange,
    params: byJob,
    body: v.strictObject(jobChanges),
    response: v.object({ job }),
    invalidates: ['readJobs'],
    summary: 'Change, pause or resume a scheduled job.',
  }),
  deleteJob: call({
    method: 'DELETE',
    path: 'compute-instance/{id}/jobs/{jobId}',
    access: mayChange,
    params: byJob,
    response: done,
    success: 'Job deleted',
    invalidates: ['readJobs', 'readRuns'],
    summary: 'Delete a scheduled job. Its runs stay in the list of the instance.',
  }),
  startJob: call({
    method: 'POST',
    path: 'compute-instance/{id}/jobs/{jobId}/start',
    access: mayChange,
    params: byJob,
    response: v.object({ run }),
    invalidates: ['readJobs', 'readRuns', 'readQuotas'],
    summary: 'Run a scheduled job now, beside its schedule.',
  }),
}
