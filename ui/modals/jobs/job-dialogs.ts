/** The dialogs of commands and jobs are one chunk: they share their fields. */
export { CreateJobDialog } from './create-job-dialog.tsx'
export { DeleteJobDialog } from './delete-job-dialog.tsx'
export { EditJobDialog } from './edit-job-dialog.tsx'
export { RunCommandDialog } from './run-command-dialog.tsx'
