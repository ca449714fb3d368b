/** Says an instance's id whenever its row has changed; for whatever keeps a picture of instances in memory. */
export const INSTANCE_CHANNEL = 'instance'

/** Says `{node}/{instance id}` when a person has a new wish for an instance, so that every node hears it. */
export const DESIRED_STATE_CHANNEL = 'instance_desired_state'
