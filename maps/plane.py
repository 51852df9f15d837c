"""Geometry of a plane without a game: footprints, sweeps, lines through areas.  Inches, y upwards, bearings in degrees clockwise from north.

Interface (to be built): everything is pure and works on floats; tolerances are the caller's (parameters with the rule's numbers as names).

    Point = tuple[float, float]
    class Box(NamedTuple): at: Point; facing: float; across: float; along: float      # half extents across and along the facing
    ahead(bearing) -> Point                     unit vector
    right(bearing) -> Point
    bearing(a, b) -> float                      from a to b, 0 <= x < 360
    turned(a, b) -> float                       how far bearing b is from a, -180 < x <= 180, right positive
    corners(box) -> tuple[Point, ...]           front right, rear right, rear left, front left
    extent(box, axis) -> float
    gap(a, b) -> float                          separating axis (CW 2.3); below 0 they overlap
    sweep(moving, way: Point, other, shrunk) -> Sweep | None    CW 2.4: contact, start, end of being in the way; None = missed
    inside(point, shape, edge) -> bool          even-odd, or within `edge` of its outline
    length_inside(a, b, shape) -> float         of the segment, sum of its parts inside a polygon (a Box's corners too)
    first_inside(a, b, shape) -> float | None   distance from a at which the segment first lies in the polygon
    crossings(a, b, line) -> tuple[float, ...]  distances from a at which the segment meets a polyline, ascending
    off_line(point, line) -> float              distance from a polyline or point
    side_struck ... (rules, not here)
"""
