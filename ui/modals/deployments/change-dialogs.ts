/** The dialogs that deploy another configuration are one chunk: they share most of their code. */
export { RedeployInstanceDialog } from './redeploy-instance-dialog.tsx'
export { RollbackDialog } from './rollback-dialog.tsx'
export { SaveConfigurationDialog } from './save-configuration-dialog.tsx'
export { ScaleInstanceDialog } from './scale-instance-dialog.tsx'
