export default function ActivityPage() {
  return <h1>Recent Activity</h1>;
}
