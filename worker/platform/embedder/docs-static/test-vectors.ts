/** Texts with the first components of their vectors, as the training code computed them. */
export const TEST_VECTORS: { text: string; first8: number[] }[] = [
  {
    text: "how to revoke a session token",
    first8: [0.007249, -0.089646, -0.061383, 0.161425, 0.203774, -0.008457, 0.131065, -0.147867],
  },
  {
    text: "useEffect runs twice in development",
    first8: [-0.097773, 0.093064, 0.101477, -0.255926, 0.052801, -0.072664, 0.031255, -0.015962],
  },
  {
    text: "connection pool exhausted timeout",
    first8: [0.055419, -0.051795, 0.017818, -0.077294, 0.161284, -0.025961, -0.023658, -0.126753],
  },
  {
    text: "asyncio.create_task",
    first8: [0.079196, -0.016935, 0.000444, 0.049967, 0.030963, 0.141961, 0.138795, -0.046567],
  },
  {
    text: "foreign key constraint on delete cascade",
    first8: [0.027695, -0.002572, -0.092918, -0.175866, 0.064054, -0.098439, 0.042831, -0.013641],
  },
  {
    text: "TypeError: Cannot read properties of undefined",
    first8: [-0.018585, 0.109698, 0.039604, 0.014033, 0.004348, 0.00873, 0.020093, -0.000342],
  },
  {
    text: "set a cookie with SameSite=None",
    first8: [-0.12462, -0.015425, -0.031349, 0.058817, 0.08104, -0.132852, 0.091413, -0.117941],
  },
  {
    text: "retry a failed request with exponential backoff",
    first8: [0.028617, 0.10127, -0.018378, 0.021762, 0.072638, -0.017321, -0.029398, -0.150794],
  },
  {
    text: "docker compose healthcheck",
    first8: [0.115821, -0.069542, 0.048614, 0.026973, 0.01778, -0.138068, 0.029232, -0.065805],
  },
  {
    text: "rename a column in a migration",
    first8: [0.018273, 0.115346, -0.024966, 0.020531, -0.048, -0.036491, -0.051387, -0.034718],
  },
  {
    text: "kubectl rollout undo deployment",
    first8: [0.09719, -0.020086, 0.099952, -0.027556, -0.035698, -0.271288, 0.075552, -0.043988],
  },
  {
    text: "caf\u00e9 d\u00e9j\u00e0 vu",
    first8: [-0.101907, -0.051319, 0.042034, 0.009885, 0.033508, -0.055308, 0.094696, -0.026159],
  },
  { text: "https://example.com/docs/x", first8: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] },
  {
    text: "`max_connections` and [the limits](./limits.md#pool)",
    first8: [-0.040424, 0.046186, -0.044537, 0.016552, 0.087518, -0.01213, -0.045933, -0.017747],
  },
  {
    text: "tree-shaking dead code",
    first8: [0.005445, -0.014999, -0.135446, -0.279088, 0.003542, 0.020883, 0.104532, -0.003864],
  },
  {
    text: "snake_case_identifier camelCaseIdentifier HTTPServer2",
    first8: [0.032411, 0.027777, -0.239181, 0.139526, -0.024845, -0.052571, -0.104206, -0.070724],
  },
  {
    text: "xyzzyplugh frobnicate",
    first8: [-0.042106, 0.043952, -0.114558, -0.061671, -0.123411, 0.030001, -0.056657, -0.083017],
  },
  {
    text: "content-type: application/json",
    first8: [0.015241, -0.035569, 0.090644, 0.097916, -0.102391, 0.158354, -0.068905, -0.135464],
  },
  {
    text: "1234567 deadbeefdeadbeef 3.11",
    first8: [-0.017221, 0.059521, -0.148977, 0.018713, 0.167454, -0.098488, -0.074064, -0.091612],
  },
  { text: "", first8: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] },
];
