/**
 * @param {{ until: number | null, problem: string } | undefined} state
 * @returns {{ certificate: { until: string | null, failed: boolean } } | undefined} for a status, in JSON
 */
export const describeCertificate = (state) =>
  state && {
    certificate: {
      until: state.until ? new Date(state.until).toISOString() : null,
      failed: state.problem !== '',
    },
  };
